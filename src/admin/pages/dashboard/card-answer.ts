/** What the server tells for a card (`GET /api/dashboard/{card}`), by its kind. */
export type CardAnswers = {
  count: { total: number | null; totalIsEstimate: boolean; trend: Trend | null };
  /** `isEmpty`: there is no record it could have found. */
  check: { total: number | null; totalIsEstimate: boolean; isEmpty: boolean };
  list: {
    records: readonly ({ _id: string } & Record<string, unknown>)[];
    total: number | null;
    totalIsEstimate: boolean;
  };
  chart:
    { facet: Facet } | { since: string; periods: readonly { period: string; count: number }[] };
};

export type Trend = {
  since: string;
  days: readonly { day: string; created: number; deleted: number | null }[];
};

type Value = string | number | boolean;

export type Facet =
  | {
      kind: 'values' | 'years';
      empty: number | null;
      more: boolean;
      values: readonly {
        value: Value;
        label?: string;
        count: number;
        from?: string;
        to?: string;
      }[];
    }
  | {
      kind: 'histogram';
      empty: number | null;
      bins: readonly { from: number; to: number; count: number }[];
    };

export type AskedKind = keyof CardAnswers;
