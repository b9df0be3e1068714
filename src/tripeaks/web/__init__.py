"""The browser's face of the game: a server with an API, and the page it serves."""
