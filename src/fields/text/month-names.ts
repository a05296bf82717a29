/** The number of a month, from 1, by its English or German name or the short form of it. */
export function monthOf(name: string): number | undefined {
  const at = months.findIndex((names) => names.test(name));
  return at < 0 ? undefined : at + 1;
}

const months = [
  /^j[aä]n(\.|uary|uar|ner)?$/i,
  /^feb(ruary|ruar)?$/i,
  /^(mar(ch)?|mär(z)?|mrz)$/i,
  /^apr(il)?$/i,
  /^ma[iy]$/i,
  /^jun[ei]?$/i,
  /^jul[iy]?$/i,
  /^aug(ust)?$/i,
  /^sept?(ember)?$/i,
  /^o[ck]t(ober)?$/i,
  /^nov(ember)?$/i,
  /^de[cz](ember)?$/i,
] as const;
