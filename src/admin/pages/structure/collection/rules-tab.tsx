import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useDraftDescriptor } from '../draft/use-draft-descriptor.ts';
import { SettingAt } from '../settings/settings-at.tsx';
import { toSettings } from '../settings/to-settings.ts';
import { StatesDiagram } from '../states-diagram.tsx';
import { stateLabel } from '../states-tab.tsx';
import { useText } from '../../../messages/use-text.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { toFieldRows, type FieldRow } from './field-rows.ts';
import { Column, ruleSettings, SettingsOf } from './settings-tabs.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';

/** What records must be like, and what people can do with them: checks, conditions of fields, states and actions. */
export function RulesTab({ collection, declared }: CollectionPartProps) {
  const { rules } = useTexts('structure-rights');
  const rows = toFieldRows(declared, collection);
  const choices = rows.filter(({ field }) => field['type'] === 'choice');
  return (
    <Column>
      <SettingsOf collection={collection} shows={(name) => ruleSettings.has(name)} />
      {choices.length > 0 && <Typography variant="h2">{rules.states}</Typography>}
      {choices.map((row) => (
        <FieldRule key={row.name} row={row} setting="states">
          <Diagram collection={collection} field={row.name} />
        </FieldRule>
      ))}
      <Typography variant="h2">{rules.when}</Typography>
      <Hint>{rules.whenHint}</Hint>
      {rows
        .filter(({ field }) => field['when'] !== undefined)
        .map((row) => (
          <FieldRule key={row.name} row={row} setting="when" />
        ))}
    </Column>
  );
}

type FieldRuleProps = { row: FieldRow; setting: string; children?: ReactNode };

/** A setting of a field that decides about records. */
function FieldRule({ row, setting: name, children }: FieldRuleProps) {
  const labelOf = useLabelOf();
  const setting = toSettings(String(row.field['type'])).find((one) => one.name === name);
  if (!setting) return null;
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="h3">{labelOf(row.field, row.name)}</Typography>
      {children}
      <SettingAt path={[...row.path, name]} setting={setting} isReadOnly={row.set !== undefined} />
    </Box>
  );
}

/** The states of a field and the steps between them, as the draft has them. */
function Diagram({ collection, field: name }: { collection: string; field: string }) {
  const { states: texts } = useTexts('structure');
  const say = useText();
  const resource = useDraftDescriptor()?.resources.get(collection);
  const field = resource?.fields.get(name);
  const states = resource?.states.get(name);
  if (!field || !states) return null;
  return (
    <Card variant="outlined" sx={{ overflow: 'auto' }}>
      <StatesDiagram
        states={states}
        labelOf={(value) => stateLabel(field, value, say)}
        title={fillTemplate(texts.picture, { field: say(field.label) })}
      />
    </Card>
  );
}
