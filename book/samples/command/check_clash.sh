clearance check examples/bolted-joint/interference.json
