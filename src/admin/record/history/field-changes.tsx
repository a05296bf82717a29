import RestoreIcon from '@mui/icons-material/SettingsBackupRestore';
import { Box, IconButton } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { Hint } from '../../kit/hint.tsx';
import { ChangedValue, PastValue } from './past-value.tsx';
import type { Change } from './to-changes.ts';

type FieldChangesProps = {
  version: number;
  /** Of a created record there is only what came, of a deleted one only what went. */
  operation: 'create' | 'update' | 'delete';
  changes: readonly Change[];
  /** Undefined for fields whose value of then cannot be restored. */
  onRestore: (name: string) => (() => void) | undefined;
};

/** The changed fields of a version, each with its old and its new value. */
export function FieldChanges({ version, operation, changes, onRestore }: FieldChangesProps) {
  const texts = useTexts('history');
  const say = useText();
  return (
    <Box component="dl" sx={listSx}>
      {changes.map((change) => {
        const { path, field, whole, erased } = change;
        const label = whole ? `${say(whole.label)}: ${say(field.label)}` : say(field.label);
        const name = whole?.name ?? field.name;
        const restore = erased ? undefined : onRestore(name);
        return (
          <Box key={path} className="change">
            <Hint component="dt">{label}</Hint>
            <Box component="dd">
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <ValueOf operation={operation} change={change} />
              </Box>
              {restore && (
                <IconButton
                  size="small"
                  title={texts.restoreValue}
                  aria-label={fillTemplate(texts.restoreValueOf, { field: label, version })}
                  onClick={restore}
                  sx={{ flex: 'none', my: -0.5 }}
                >
                  <RestoreIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

function ValueOf({ operation, change }: Pick<FieldChangesProps, 'operation'> & { change: Change }) {
  const texts = useTexts('history');
  const { field, before, after, erased, beforeHidden } = change;
  if (erased)
    return (
      <Box component="em" sx={{ color: 'text.secondary' }}>
        {texts.erased}
      </Box>
    );
  if (operation === 'update')
    return <ChangedValue {...{ field, before, beforeHidden }} value={after} />;
  return <PastValue field={field} value={operation === 'create' ? after : before} />;
}

const listSx = {
  m: 0,
  fontSize: '0.9375rem',
  '& .change': {
    display: 'grid',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(110px, 22%) minmax(0, 1fr)' },
    columnGap: 2,
    py: 0.5,
    alignItems: 'start',
  },
  '& dt': { pt: 0.25, overflowWrap: 'anywhere' },
  '& dd': { m: 0, display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 },
};
