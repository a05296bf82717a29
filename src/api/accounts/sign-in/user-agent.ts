/** The name of a browser and of its system, as users know them; null if unknown. */
type Agent = { browser: string | null; system: string | null };

/** Parses a `User-Agent`. The first match counts, because most browsers also claim to be the later ones. */
export function readUserAgent(userAgent: string | null): Agent {
  return { browser: find(browsers, userAgent), system: find(systems, userAgent) };
}

type Names = readonly (readonly [RegExp, string])[];

const browsers: Names = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^python-requests\//, 'Python'],
  [/^(node|undici)\b/i, 'Node.js'],
];

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

function find(names: Names, userAgent: string | null): string | null {
  if (userAgent === null) return null;
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
}
