import { Alert, Box, Button, Typography } from '@mui/material';
import { useNotify, useTranslate, type RaRecord } from 'react-admin';
import { checkField } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/field.ts';
import { useText } from '../messages/use-text.ts';
import { FieldValue } from '../kit/field-value.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useDraft } from './use-draft.ts';
import type { RecordForm } from './use-record-form.ts';

type DraftNoteProps = {
  id: RaRecord['id'] | undefined;
  /** The form to take it over into; none where the record can only be read now. */
  work?: RecordForm;
};

/** What was typed before the form was taken away: to be taken over, or copied. */
export function DraftNote({ id, work }: DraftNoteProps) {
  const { draft, forget } = useDraft(id);
  const { readable } = useResource();
  const translate = useTranslate();
  const say = useText();
  const notify = useNotify();
  if (!draft) return null;
  const typed = readable.filter(({ name }) => Object.hasOwn(draft.changes, name));
  const writable = typed.filter((field) => work?.fields.includes(field));
  const textOf = (field: Field): string => {
    const value = draft.changes[field.name];
    if (value === null || value === undefined) return '';
    if (isValue(field, value)) return field.kind.text.write(value, field.settings);
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const takeOver = (): void => {
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const { name } of writable) work?.form.setValue(name, draft.changes[name], options);
    forget();
  };
  const copy = (): void => {
    const text = typed.map((field) => `${say(field.label)}: ${textOf(field)}`).join('\n');
    navigator.clipboard.writeText(text).then(
      () => notify('draft.copied'),
      () => notify('rows.not_copied', { type: 'warning' }),
    );
  };
  const reason = draft.isMerged ? 'merged' : work ? 'kept' : 'read_only';
  return (
    <Alert severity="warning" sx={{ mb: 1.5, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {translate(`draft.${reason}`)}
      <Box component="dl" sx={{ my: 1, maxHeight: 240, overflow: 'auto' }}>
        {typed.map((field) => (
          <Box key={field.name} sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
            <Typography component="dt" variant="caption" color="text.secondary">
              {say(field.label)}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              {isValue(field, draft.changes[field.name]) ? (
                <FieldValue field={field} value={draft.changes[field.name]} place="page" />
              ) : (
                textOf(field)
              )}
            </Box>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {writable.length > 0 && (
          <Button size="small" variant="outlined" color="inherit" onClick={takeOver}>
            {translate('draft.take_over')}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={copy}>
          {translate('draft.copy')}
        </Button>
        <Button size="small" color="inherit" onClick={forget}>
          {translate('draft.forget')}
        </Button>
      </Box>
    </Alert>
  );
}

/** What is half typed may be no value of the field, and is kept as it was typed. */
function isValue(field: Field, value: unknown): boolean {
  return 'value' in checkField(field, value);
}
