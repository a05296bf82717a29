import { requireEntry } from '../../../fields/require-entry.ts';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import {
  operations,
  type Descriptor,
  type Operation,
  type Resource,
} from '../../../descriptor/descriptor.ts';
import {
  type AccessQuestion,
  explainAccess,
} from '../../../descriptor/permissions/explain-access.ts';
import { filterWords, useFilterWords } from '../../resource/filter-words.ts';
import CheckIcon from '@mui/icons-material/Check';
import NoIcon from '@mui/icons-material/RemoveCircleOutline';
import FilterIcon from '@mui/icons-material/FilterList';
import ButtonBase from '@mui/material/ButtonBase';
import type { DictionaryWords } from './dictionary.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type PermissionMatrixProps = {
  descriptor: Descriptor;
  resource: Resource;
  onAsk: (question: AccessQuestion) => void;
};

/** The operations and limited fields of one resource, against all roles. */
export function PermissionMatrix({ descriptor, resource, onAsk }: PermissionMatrixProps) {
  const texts = useTexts('structure');
  const say = useText();
  const roles = [...descriptor.roles.values()];
  const title = `matrix-${resource.name}`;
  return (
    <Card component="section" aria-labelledby={title}>
      <Typography id={title} variant="h3" sx={{ px: 1.5, pt: 1.5 }}>
        {say(resource.label)}
      </Typography>
      <TableContainer>
        <Table size="small" aria-labelledby={title}>
          <TableHead>
            <TableRow>
              <TableCell>{texts.matrix.row}</TableCell>
              {roles.map(({ name, label }) => (
                <TableCell key={name} align="center">
                  {say(label)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {toRows(resource, { texts, say }).map(({ label, ...rest }) => (
              <TableRow key={label} hover>
                <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                  {label}
                </TableCell>
                {roles.map(({ name }) => (
                  <TableCell key={name} align="center" sx={{ p: 0 }}>
                    <MatrixCell
                      descriptor={descriptor}
                      question={{ ...rest, resource, role: name }}
                      row={label}
                      onAsk={onAsk}
                    />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <RowLimits descriptor={descriptor} resource={resource} />
    </Card>
  );
}

type Row = { label: string } & Pick<AccessQuestion, 'operation' | 'field'>;

/** Only fields that name roles have rows of their own; the others follow the operations. */
function toRows(resource: Resource, { texts, say }: Pick<DictionaryWords, 'texts' | 'say'>): Row[] {
  const fields = [...resource.fields.values()];
  return [
    ...operations.map((operation) => ({ label: texts.operations[operation], operation })),
    ...fields.flatMap(({ name: field, label, read, write }) => {
      const limited = [
        [read, 'readField', 'read'],
        [write, 'writeField', 'update'],
      ] as const;
      return limited.flatMap(([roles, text, operation]) =>
        roles
          ? [{ label: fillTemplate(texts.matrix[text], { field: say(label) }), operation, field }]
          : [],
      );
    }),
  ];
}

function RowLimits({ descriptor, resource }: Omit<PermissionMatrixProps, 'onAsk'>) {
  const texts = useTexts('structure');
  const words = useFilterWords();
  const { say } = words;
  const limits = Object.entries(resource.rowRights).flatMap(([role, rights]) =>
    Object.entries(rights).map(([operation, filter]) =>
      fillTemplate(texts.matrix.rowLimit, {
        role: say(descriptor.roles.get(role)?.label ?? { en: role }),
        operation: texts.operations[operation as Operation],
        filter: filterWords(resource, filter.unresolved, words),
      }),
    ),
  );
  if (limits.length === 0) return null;
  return (
    <Box sx={{ px: 1.5, py: 1, fontSize: '0.84375rem' }}>
      {texts.matrix.rows}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {limits.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
    </Box>
  );
}

const signs = {
  yes: { Icon: CheckIcon, color: 'success.main' },
  no: { Icon: NoIcon, color: 'text.disabled' },
  some: { Icon: FilterIcon, color: 'warning.main' },
} as const;

type MatrixCellProps = Pick<PermissionMatrixProps, 'descriptor' | 'onAsk'> & {
  question: AccessQuestion;
  row: string;
};

/** Shows the answer as a sign; clicking it asks for the reason. */
function MatrixCell({ descriptor, question, row, onAsk }: MatrixCellProps) {
  const texts = useTexts('structure');
  const say = useText();
  const { answer } = explainAccess(descriptor, question);
  const { Icon, color } = signs[answer];
  const answerText = texts.answers[answer];
  const label = fillTemplate(texts.why.cell, {
    role: say(requireEntry(descriptor.roles, question.role).label),
    operation: row,
    resource: say(question.resource.label),
    answer: answerText,
  });
  return (
    <ButtonBase
      aria-label={label}
      title={answerText}
      onClick={() => onAsk(question)}
      sx={{ width: '100%', minHeight: 32, borderRadius: 1, color }}
    >
      <Icon aria-hidden sx={{ fontSize: 18 }} />
    </ButtonBase>
  );
}
