from clearance import Assembly, d3

# ANCHOR: check
assembly = Assembly(title="a bolted plate", unit="mm")
assembly.add("plate", d3.Box((10.0, 10.0, 1.0)))
assembly.add("block", d3.Box((2.0, 2.0, 2.0)).at((0.0, 0.0, 2.75)))  # sunk in by 0.25
assembly.add("cap", d3.Box((2.0, 2.0, 1.0)).at((0.0, 0.0, 5.75)))  # on the block
assembly.add("core", d3.Box((0.5, 0.5, 0.5)).at((0.0, 0.0, 3.0)))  # within the block
found = assembly.check()
for pair in found:
    print(f"{pair.a}, {pair.b}: {pair.class_}")
# ANCHOR_END: check

# ANCHOR: measured
print(f"common volume: {found[0].common.volume:.2f}")
print(f"depth: {found[0].depth.at_most:.2f}")
# ANCHOR_END: measured
