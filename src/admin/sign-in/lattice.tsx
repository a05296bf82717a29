/** A lattice of hexagons, some of them lit: many small things in good order. */
export function Lattice() {
  return (
    <svg
      className="entry-lattice"
      viewBox="0 0 520 760"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {cells.map(({ x, y, light }) => (
        <path key={`${x} ${y}`} d={hexagon(x, y)} fill="#fff" fillOpacity={light} />
      ))}
    </svg>
  );
}

const radius = 38;
const width = Math.sqrt(3) * radius;
const rows = 15;
const columns = 9;

// The pattern is fixed, so that the page looks the same each time and nothing jumps.
const cells = Array.from({ length: rows * columns }, (_, index) => {
  const row = Math.floor(index / columns);
  const column = index % columns;
  const noise = Math.abs(Math.sin(row * 12.9898 + column * 78.233) * 43758.5453) % 1;
  return {
    x: (column + (row % 2) / 2) * width,
    y: row * radius * 1.5,
    light: Number((noise ** 3 * 0.16 + 0.012).toFixed(3)),
  };
});

function hexagon(x: number, y: number): string {
  const size = radius - 2;
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
