import type { AuditLine } from '../../../contract/oversight.ts';
import { Box } from '@mui/material';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

/** So many of a list are shown at once; a first start has hundreds of steps. */
const SHOWN = 5;

/** What was noted beside who did what: a line for each fact. */
export function AuditDetail({ detail }: Pick<AuditLine, 'detail'>) {
  const { audit: texts } = useTexts('people');
  return toFacts(detail).map(([name, value]) => (
    <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {(texts.details as Record<string, string>)[name] ?? name}:
      </Box>{' '}
      {/* What was noted is in the words of the terminal, which speaks English. */}
      <span lang={Array.isArray(value) ? 'en' : undefined}>
        <Fact name={name} value={value} />
      </span>
    </Box>
  ));
}

function Fact({ name, value }: { name: string; value: unknown }) {
  const { audit: texts } = useTexts('people');
  if (value === true) return texts.yes;
  if (!Array.isArray(value)) return wordOf(texts.values, name, value) ?? sayFact(value);
  const all = value.map(sayFact);
  if (all.length <= SHOWN) return all.join(', ');
  return (
    <details>
      <summary>
        {all.slice(0, SHOWN).join(', ')} … ({fillTemplate(texts.allOf, { count: all.length })})
      </summary>
      {all.slice(SHOWN).join(', ')}
    </details>
  );
}

/** What there is to be said of a detail. */
export function toFacts(detail: AuditLine['detail']): [string, unknown][] {
  return Object.entries(detail).filter(([, value]) => !isNothing(value));
}

/** `from` and `to` are roles, or statuses. */
function wordOf(
  words: Readonly<Record<string, Readonly<Record<string, string>>>>,
  name: string,
  value: unknown,
): string | undefined {
  return words[name === 'from' || name === 'to' ? 'status' : name]?.[String(value)];
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function sayFact(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
