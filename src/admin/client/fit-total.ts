/** How many records a list has, as far as it is known. */
export type ListTotal = { total: number | undefined; totalIsEstimate: boolean };

type Page = {
  total: number | null;
  totalIsEstimate: boolean;
  data: readonly unknown[];
  next: string | null;
};

/**
 * An estimate beside a page that was read: what is on the page is there, and so is one record more
 * where it goes on. Where it does not, all have been counted after all.
 */
export function fitTotal(answer: Page, pagination?: { page: number; perPage: number }): ListTotal {
  const { data, next, totalIsEstimate } = answer;
  const total = answer.total ?? undefined;
  if (!totalIsEstimate || total === undefined || !pagination) return { total, totalIsEstimate };
  const seen = (pagination.page - 1) * pagination.perPage + data.length;
  if (next !== null) return { total: Math.max(total, seen + 1), totalIsEstimate };
  // Behind the last page there is nothing to count by.
  if (data.length === 0) return { total: Math.min(total, seen), totalIsEstimate };
  return { total: seen, totalIsEstimate: false };
}
