import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import {
  explainAccess,
  fieldUse,
  type AccessQuestion,
} from '../../../descriptor/permissions/explain-access.ts';
import { Status } from '../../kit/status/status.tsx';
import { sayRoles } from './say-roles.ts';
import { filterWords } from './filter-words.ts';
import { useWords } from './words.ts';

const severity = { yes: 'success', no: 'error', some: 'warning' } as const;

type AccessAnswerNoteProps = { descriptor: Descriptor; question: AccessQuestion };

/** Yes, no or some records, with the rule of the declaration that decides. */
export function AccessAnswerNote({ descriptor, question }: AccessAnswerNoteProps) {
  const words = useWords();
  const { tell, say } = words;
  const { resource, operation, field } = question;
  const { answer, rule, limits, roles } = explainAccess(descriptor, question);
  const role = descriptor.roles.get(question.role);
  const declared = field === undefined ? undefined : resource.fields.get(field);
  const named = {
    role: role ? say(role.label) : question.role,
    resource: say(resource.label),
    operation: tell(`operations.${operation}`),
    field: declared ? say(declared.label) : '',
    computed: declared?.computed ?? '',
    roles: sayRoles(descriptor, roles, words),
  };
  return (
    <Status>
      <Alert severity={severity[answer]} role="none">
        <AlertTitle>{tell(`answers.${answer}`)}</AlertTitle>
        {tell(`why.rules.${rule}`, named)}
        {limits.length > 0 && (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {limits.map(({ operation: at, filter }) => (
              <li key={at}>
                {tell('why.limit', {
                  operation: tell(`operations.${at}`),
                  filter: filterWords(resource, filter.unresolved, words),
                })}
              </li>
            ))}
          </Box>
        )}
        {answer !== 'no' && declared && fieldUse[operation] === undefined && (
          <div>{tell('why.wholeRecord')}</div>
        )}
        {answer !== 'no' && rule !== 'all' && operation === 'import' && (
          <div>{tell('why.importReach')}</div>
        )}
      </Alert>
    </Status>
  );
}
