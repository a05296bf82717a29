type Rgb = readonly [red: number, green: number, blue: number];

const grounds = {
  light: { color: [255, 255, 255], away: [0, 0, 0] },
  dark: { color: [30, 30, 30], away: [255, 255, 255] },
} as const satisfies Record<string, { color: Rgb; away: Rgb }>;

/**
 * Moves the colour of an element away from the background until people can tell them apart (4.5 : 1, WCAG 2.2): the
 * usual yellow of sulfur and green of chlorine are made for black screens.
 */
export function readableOn(ground: keyof typeof grounds, color: Rgb): string {
  const { color: behind, away } = grounds[ground];
  // Bonds and carbon are black and must stand out like text.
  const isBlack = Math.max(...color) === 0;
  for (let share = isBlack && ground === 'dark' ? 0.9 : 0; share < 1; share += 0.1) {
    const mixed = mix(color, away, share);
    if (contrast(mixed, behind) >= 4.5) return toText(mixed);
  }
  return toText(away);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toText(color: Rgb): string {
  return `rgb(${color.join(',')})`;
}
