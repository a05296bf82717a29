import { Box } from '@mui/material';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { AuditEntry } from './audit.ts';
import { usePeopleTexts } from './people-texts.ts';

/** So many of a list are shown at once; a first start has hundreds of steps. */
const SHOWN = 5;

/** What was noted beside who did what: a line for each fact. */
export function AuditDetail({ detail }: Pick<AuditEntry, 'detail'>) {
  const { audit: texts } = usePeopleTexts();
  const facts = Object.entries(detail).filter(([, value]) => !isNothing(value));
  return facts.map(([name, value]) => (
    <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {(texts.details as Record<string, string>)[name] ?? name}:
      </Box>{' '}
      {/* What was noted is in the words of the terminal, which speaks English. */}
      <span lang={Array.isArray(value) ? 'en' : undefined}>
        <Fact value={value} />
      </span>
    </Box>
  ));
}

function Fact({ value }: { value: unknown }) {
  const { audit: texts } = usePeopleTexts();
  if (!Array.isArray(value)) return sayFact(value);
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

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function sayFact(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
