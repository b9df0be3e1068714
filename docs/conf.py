"""How Sphinx builds the documentation; nothing is fetched from the network."""

from __future__ import annotations

from importlib import metadata

project = "TriPeaks"
author = "The TriPeaks authors"
release = metadata.version("tripeaks")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
# A single backtick in a docstring names something of the program.
default_role = "py:obj"

myst_enable_extensions = ["deflist", "html_image"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True  # attributes are described once, where their class is

html_theme = "furo"
html_title = f"TriPeaks {release}"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
