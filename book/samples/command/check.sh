clearance check examples/bolted-joint/scene.json
