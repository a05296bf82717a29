import { headOf } from '../../../fields/text/head-of-path.ts';
import {
  Alert,
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  TextField,
} from '@mui/material';
import { useCallback, useState } from 'react';
import type { NewWebhook, Webhook, WebhookEvent } from '../../../contract/webhooks.ts';
import { readableFields } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { useConfig } from '../../client/config.tsx';
import { capitalise, messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { StoredFilterInput } from '../../list/filters/stored-filter-input.tsx';
import {
  isFilterFinished,
  noFilter,
  readStoredFilter,
  writeStoredFilter,
} from '../../list/filters/stored-filter.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { RoleChoice } from '../people/role-choice.tsx';
import { saveWebhook, recordEvents, webhookEvents } from './webhooks.ts';
import { useMutation } from '@tanstack/react-query';
import { useLabels } from '../../kit/use-i18n.ts';

type WebhookFormProps = {
  /** Absent: a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSaved: (saved: Webhook | NewWebhook) => void;
};

/** Makes or changes a webhook. The server checks it, and its problems are shown beside their fields. */
export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const texts = useTexts('webhooks');
  const { resources } = useConfig().descriptor;
  const [values, set] = useValues(webhook);
  const { save, isBusy, failure, helpOf } = useSaveWebhook(webhook, onSaved);
  // Filter and fields belong to one collection.
  const [first = '', ...more] = values.resources;
  const resource = more.length > 0 ? undefined : resources.get(first);
  return (
    <DialogFrame
      title={webhook ? webhook.name : texts.make}
      cancel={texts.cancel}
      action={texts.save}
      isForm
      isDisabled={!isComplete(values)}
      isLoading={isBusy}
      isBusy={isBusy}
      onAction={() => save(values)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1, '& .MuiTextField-root': { m: 0 } }}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <TextField
          label={texts.name}
          required
          autoFocus
          value={values.name}
          {...helpOf('name')}
          onChange={({ target }) => set({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField
          label={texts.url}
          required
          type="url"
          value={values.url}
          {...helpOf('url', texts.urlHelp)}
          onChange={({ target }) => set({ url: target.value })}
        />
        {!webhook && (
          <Collections
            chosen={values.resources}
            {...helpOf('resources', more.length > 0 ? texts.severalHelp : undefined)}
            onChange={(names) => set({ resources: names, filter: noFilter, fields: [] })}
          />
        )}
        <Events
          chosen={values.events}
          {...helpOf('events')}
          onChange={(events) => set({ events })}
        />
        <Content {...{ values, resource, helpOf }} onChange={set} />
      </Box>
    </DialogFrame>
  );
}

/** What is typed, and the function that changes some of it. */
function useValues(webhook: Webhook | undefined) {
  const { descriptor, role: own } = useConfig();
  const [values, setValues] = useState(() => {
    const { name = '', url = '', resources = [], role = own, filter, fields } = webhook ?? {};
    const resource = descriptor.resources.get(resources[0] ?? '');
    return {
      name,
      url,
      resources: [...resources],
      events: [...(webhook?.events ?? recordEvents)],
      role,
      filter: readStoredFilter({ descriptor, role, resource }, filter),
      fields: [...(fields ?? [])],
    };
  });
  const set = (changes: Partial<typeof values>): void => setValues({ ...values, ...changes });
  return [values, set] as const;
}

type Values = ReturnType<typeof useValues>[0];

function isComplete({ name, url, resources, filter }: Values): boolean {
  const isNamed = name.trim() !== '' && url.trim() !== '' && resources.length > 0;
  return isNamed && isFilterFinished(filter);
}

function useSaveWebhook(webhook: Webhook | undefined, onSaved: WebhookFormProps['onSaved']) {
  // What is wrong stays beside its field until the next answer.
  const [refused, setRefused] = useState<unknown>();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ resources, fields, ...rest }: Values) => {
      const filter = writeStoredFilter(rest.filter);
      const body = { ...rest, filter, fields: fields.length > 0 ? fields : null };
      return saveWebhook(webhook?.id, webhook ? body : { ...body, resources });
    },
    onSuccess: onSaved,
    onError: setRefused,
  });
  const problems = problemsOf(refused).filter(({ path }) => path !== '');
  return {
    save: mutate,
    isBusy: isPending,
    failure: refused && !isPending && problems.length === 0 ? messageOf(refused) : undefined,
    /** The help of an input, or its problems. */
    helpOf(name: string, help = '') {
      const own = problems.filter(({ path }) => path === name || path.startsWith(`${name}.`));
      const text = own.map((each) => capitalise(problemText(each))).join('; ');
      return { error: own.length > 0, helperText: text || help };
    },
  };
}

type Help = { error: boolean; helperText: string };

type CollectionsProps = Help & { chosen: string[]; onChange: (names: string[]) => void };

function Collections({ chosen, onChange, ...help }: CollectionsProps) {
  const texts = useTexts('webhooks');
  const labels = useLabels();
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      size="small"
      options={[...useConfig().descriptor.resources.keys()]}
      value={chosen}
      getOptionLabel={labels.ofResource}
      onChange={(_, names) => onChange(names)}
      renderInput={(params) => (
        <TextField
          {...params}
          label={texts.resources}
          // Chosen ones are no text of the input, which the browser would find empty.
          required={chosen.length === 0}
          {...help}
        />
      )}
    />
  );
}

type ContentProps = {
  values: Values;
  /** The only collection, if there is one. */
  resource: Resource | undefined;
  helpOf: (name: string, help?: string) => Help;
  onChange: (changes: Partial<Values>) => void;
};

/** The role whose rights limit the messages, and the records and fields that they are about. */
function Content({ values, resource, helpOf, onChange }: ContentProps) {
  const texts = useTexts('webhooks');
  const labels = useLabels();
  const { descriptor } = useConfig();
  const offers = useCallback((path: FilterPath) => isSent(resource, path.path), [resource]);
  const { error, helperText } = helpOf('role', texts.roleHelp);
  return (
    <>
      <div>
        <RoleChoice
          label={texts.role}
          value={values.role}
          onChange={(role) => onChange({ role })}
        />
        <FormHelperText error={error}>{helperText}</FormHelperText>
      </div>
      {resource && (
        <>
          <StoredFilterInput
            label={texts.filter}
            resource={resource}
            role={values.role}
            offers={offers}
            value={values.filter}
            {...helpOf('filter', texts.filterHelp)}
            onChange={(filter) => onChange({ filter })}
          />
          <Autocomplete
            multiple
            size="small"
            options={sentFields(descriptor, values.role, resource)}
            value={values.fields}
            getOptionLabel={(name) => labels.ofField(resource.name, name)}
            onChange={(_, fields) => onChange({ fields })}
            renderInput={(params) => (
              <TextField {...params} label={texts.fields} {...helpOf('fields', texts.fieldsHelp)} />
            )}
          />
        </>
      )}
    </>
  );
}

type EventsProps = Help & {
  chosen: readonly WebhookEvent[];
  onChange: (events: WebhookEvent[]) => void;
};

function Events({ chosen, error, helperText, onChange }: EventsProps) {
  const texts = useTexts('webhooks');
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <FormLabel component="legend">{texts.eventsTitle}</FormLabel>
      <FormGroup row>
        {webhookEvents.map((event) => (
          <FormControlLabel
            key={event}
            label={texts.events[event]}
            control={
              <Checkbox
                checked={chosen.includes(event)}
                onChange={(_, isChosen) =>
                  onChange(
                    webhookEvents.filter((each) =>
                      each === event ? isChosen : chosen.includes(each),
                    ),
                  )
                }
              />
            }
          />
        ))}
      </FormGroup>
      {helperText && <FormHelperText error={error}>{helperText}</FormHelperText>}
    </Box>
  );
}

/** The fields that a webhook of a role can send. */
function sentFields(descriptor: Descriptor, role: string, resource: Resource): string[] {
  return readableFields(descriptor, role, resource).filter((name) => isSent(resource, name));
}

/** Computed values are not in the history, which webhooks read. */
function isSent(resource: Resource | undefined, path: string): boolean {
  return !isDerived(resource?.fields.get(headOf(path)));
}
