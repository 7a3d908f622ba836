const [dx, dy] = [0, 9]; // one circle far above the other
console.log(Math.sqrt(dx * dx, dy * dy)); // a comma where a plus belongs
console.log(Math.sqrt(dx * dx + dy * dy));
