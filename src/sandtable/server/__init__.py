"""HTTP and WebSocket, storage, and who may sit where. It knows no rules. See docs/api.md.

``sandtable.server.app.create_app`` makes the application. Nothing is imported here, so that a
worker process loads only what it needs.
"""
