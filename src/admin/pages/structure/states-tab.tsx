import { requireEntry } from '../../../fields/require-entry.ts';
import { Box, Card, Typography } from '@mui/material';
import { useMemo } from 'react';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { FieldStates, Transition } from '../../../descriptor/rules/states.ts';
import { toChoices, type ChoiceSettings } from '../../../fields/type/choice-list.ts';
import type { Field } from '../../../fields/type/field.ts';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import { StatesDiagram } from './states-diagram.tsx';
import { rolesText, type DictionaryWords, phrase } from './dictionary.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The states of records: a picture of each field that has them, and its steps as a list with the same content. */
export function StatesTab({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const say = useText();
  const all = useMemo(() => fieldsWithStates(descriptor), [descriptor]);
  if (all.length === 0) return <Typography>{texts.states.none}</Typography>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {all.map(({ resource, field, states }) => (
        <section key={`${resource.name}.${field.name}`}>
          <Typography variant="h2" id={`states-${resource.name}.${field.name}`} sx={{ mb: 1 }}>
            {say(resource.label)} · {say(field.label)}
          </Typography>
          <Card variant="outlined" sx={{ overflow: 'auto' }}>
            <StatesDiagram
              states={states}
              labelOf={(value) => stateLabel(field, value, say)}
              title={fillTemplate(texts.states.picture, { field: say(field.label) })}
            />
          </Card>
          <Steps {...{ descriptor, resource, field, states }} />
        </section>
      ))}
    </Box>
  );
}

type StatesOfField = { resource: Resource; field: Field; states: FieldStates };

function fieldsWithStates({ resources }: Descriptor): StatesOfField[] {
  return [...resources.values()].flatMap((resource) =>
    [...resource.states].map(([name, states]) => ({
      resource,
      field: requireEntry(resource.fields, name),
      states,
    })),
  );
}

function Steps({
  descriptor,
  resource,
  field,
  states,
}: StatesOfField & { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const words = { ...useFilterWords(), texts };
  const { say } = words;
  const label = (value: unknown) => stateLabel(field, value, say);
  const begin = states.initial.map(label).join(', ');
  return (
    <Box component="ul" sx={{ mt: 1, mb: 0, pl: 2.5, fontSize: '0.875rem' }}>
      <li>{fillTemplate(texts.states.begin, { states: begin })}</li>
      {states.transitions.map((action) => (
        <li key={action.name}>
          <strong>{say(action.label)}</strong>
          {`: ${stepText(descriptor, resource, action, { words, label })}`}
        </li>
      ))}
    </Box>
  );
}

type StepWords = {
  words: DictionaryWords;
  label: (value: unknown) => string;
};

function stepText(
  descriptor: Descriptor,
  resource: Resource,
  { roles, when, step }: Transition,
  { words, label }: StepWords,
): string {
  const { texts, say } = words;
  const names = (fields: readonly string[]) =>
    fields.map((name) => say(resource.fields.get(name)?.label ?? { en: name })).join(', ');
  return [
    `${step.from.map(label).join(', ')} → ${label(step.to)}`,
    fillTemplate(texts.facts.by, { value: rolesText(descriptor, roles, words) }),
    ...phrase(texts.states.when, when && filterWords(resource, when.unresolved, words)),
    ...phrase(texts.states.needs, names(step.required)),
    ...phrase(texts.states.mails, step.mailTo.join(', ')),
  ].join('; ');
}

export function stateLabel(field: Field, value: unknown, say: DictionaryWords['say']): string {
  const { label } =
    toChoices(field.settings as ChoiceSettings).find((choice) => choice.value === value) ?? {};
  if (label === undefined) return String(value);
  return typeof label === 'string' ? label : say(label);
}
