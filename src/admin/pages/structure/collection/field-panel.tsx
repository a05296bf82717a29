import CloseIcon from '@mui/icons-material/Close';
import { Alert, Box, Button, Drawer, IconButton, Typography } from '@mui/material';
import { useId } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { SettingAt } from '../settings/settings-at.tsx';
import { exampleOf, isCommon, toSettings, type Setting } from '../settings/to-settings.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { problemsAt, stepsInField, type FieldRow } from './field-rows.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { useLabelOf } from '../settings/use-label-of.ts';

type FieldPanelProps = CollectionPartProps & {
  row: FieldRow;
  onRetype: () => void;
  onClose: () => void;
};

/** All settings of a field beside the table, as the grammar of its type declares them. */
export function FieldPanel({ row, collection, onRetype, onClose }: FieldPanelProps) {
  const { panel, menu } = useTexts('structure-fields');
  const heading = useId();
  const type = String(row.field['type']);
  const typeName = useTexts('structure').types[type] ?? type;
  const settings = toSettings(type).filter(({ name }) => name !== 'was');
  const found = useFound(row, collection, settings);
  const isShared = row.set !== undefined;
  const toInput = (setting: Setting) => (
    <SettingAt
      key={setting.name}
      path={[...row.path, setting.name]}
      setting={setting}
      example={exampleOf(type, setting.name)}
      problem={isShared ? found.of(setting) : undefined}
      isReadOnly={isShared}
    />
  );
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': heading, sx: paperSx },
      }}
    >
      <PanelHead id={heading} row={row} onClose={onClose} />
      <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography>
            <code>{row.name}</code> · {typeName}
          </Typography>
          {!isShared && (
            <Button size="small" onClick={onRetype}>
              {menu.type}
            </Button>
          )}
        </Box>
        {isShared && <Alert severity="info">{panel.inSet}</Alert>}
        {typeof row.field['was'] === 'string' && (
          <Hint>{fillTemplate(panel.was, { name: row.field['was'] })}</Hint>
        )}
        {found.others.map((problem) => (
          <Alert key={problem} severity="error">
            {problem}
          </Alert>
        ))}
        {!settings.every(isCommon) && (
          <Typography component="h3" variant="subtitle2">
            {fillTemplate(panel.own, { type: typeName })}
          </Typography>
        )}
        {settings.filter((setting) => !isCommon(setting)).map(toInput)}
        <Typography component="h3" variant="subtitle2">
          {panel.common}
        </Typography>
        {settings.filter(isCommon).map(toInput)}
      </Box>
    </Drawer>
  );
}

type PanelHeadProps = Pick<FieldPanelProps, 'row' | 'onClose'> & { id: string };

function PanelHead({ id, row, onClose }: PanelHeadProps) {
  const { panel, settings } = useTexts('structure-fields');
  const labelOf = useLabelOf();
  return (
    <Box sx={headSx}>
      <Typography id={id} component="h2" variant="h6" sx={{ overflowWrap: 'anywhere' }}>
        {fillTemplate(settings, { field: labelOf(row.field, row.name) })}
      </Typography>
      <IconButton
        aria-label={panel.close}
        title={panel.close}
        onClick={onClose}
        sx={{ ml: 'auto' }}
      >
        <CloseIcon />
      </IconButton>
    </Box>
  );
}

/** What the check says about the field: at its settings, and about none of them. */
function useFound(row: FieldRow, collection: string, settings: readonly Setting[]) {
  const { check } = useStructureDraft().check;
  const problems = problemsAt(check?.problems ?? [], row, collection);
  const textsOf = (isMeant: (setting: string | undefined) => boolean): string[] =>
    problems.filter((problem) => isMeant(stepsInField(problem)[0])).map(problemText);
  const names = settings.map(({ name }) => name);
  return {
    of: ({ name }: Setting): string | undefined =>
      textsOf((one) => one === name).join(' ') || undefined,
    others: textsOf((one) => one === undefined || !names.includes(one)),
  };
}

const paperSx = {
  width: { xs: '100%', sm: 520 },
  bgcolor: 'background.default',
  backgroundImage: 'none',
};

const headSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  position: 'sticky',
  top: 0,
  zIndex: 2,
  px: 2,
  py: 1,
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
};
