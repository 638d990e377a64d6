"""Who and what comes in: pages, sockets, messages, and what is refused at the door."""
