import Box from '@mui/material/Box';
import { operations, type Descriptor, type Operation } from '../../../descriptor/descriptor.ts';
import type { AccessQuestion } from '../../../descriptor/permissions/explain-access.ts';
import { Choice } from '../../kit/choice.tsx';
import { useWords } from './words.ts';

type AccessQuestionFormProps = {
  descriptor: Descriptor;
  question: AccessQuestion;
  onAsk: (question: AccessQuestion) => void;
};

/** Why may this role (not) do this with that? */
export function AccessQuestionForm({ descriptor, question, onAsk }: AccessQuestionFormProps) {
  const { tell, say } = useWords();
  const { resource } = question;
  const fields = [...resource.fields.values()].map(
    ({ name, label }) => [name, say(label)] as const,
  );
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
        maxWidth: 960,
      }}
    >
      <Choice
        label={tell('why.role')}
        value={question.role}
        options={[...descriptor.roles.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(role) => onAsk({ ...question, role })}
      />
      <Choice
        label={tell('why.operation')}
        value={question.operation}
        options={operations.map((name) => [name, tell(`operations.${name}`)])}
        onChange={(operation) => onAsk({ ...question, operation: operation as Operation })}
      />
      <Choice
        label={tell('why.resource')}
        value={resource.name}
        options={[...descriptor.resources.values()].map(({ name, label }) => [name, say(label)])}
        onChange={(name) =>
          onAsk({ ...question, resource: descriptor.resources.get(name)!, field: undefined })
        }
      />
      <Choice
        label={tell('why.field')}
        value={question.field ?? ''}
        options={[['', tell('why.whole')], ...fields]}
        onChange={(field) => onAsk({ ...question, field: field === '' ? undefined : field })}
      />
    </Box>
  );
}
