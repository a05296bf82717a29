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
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import ButtonBase from '@mui/material/ButtonBase';
import type { DictionaryWords } from './dictionary.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type PermissionMatrixProps = {
  descriptor: Descriptor;
  resource: Resource;
  /** Fields with rows, also if they name no roles. */
  fields?: readonly string[];
  /** Gets the cell too, to which a menu belongs. */
  onAsk: (question: AccessQuestion, cell: HTMLElement) => void;
  /** Opens the menu of a role. Cells have menus then, too. */
  onRole?: (role: string, head: HTMLElement) => void;
};

/** The operations and limited fields of one resource, against all roles. */
export function PermissionMatrix(props: PermissionMatrixProps) {
  const { descriptor, resource, fields = [], onAsk, onRole } = props;
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
              {roles.map(({ name, label, all }) => (
                <TableCell key={name} align="center">
                  {onRole && !all ? (
                    <RoleHead label={say(label)} onOpen={(head) => onRole(name, head)} />
                  ) : (
                    say(label)
                  )}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {toRows(resource, fields, { texts, say }).map(({ label, ...rest }) => (
              <TableRow key={`${rest.operation} ${rest.field ?? ''}`} hover>
                <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
                  {label}
                </TableCell>
                {roles.map(({ name, all }) => (
                  <TableCell key={name} align="center" sx={{ p: 0 }}>
                    <MatrixCell
                      descriptor={descriptor}
                      question={{ ...rest, resource, role: name }}
                      row={label}
                      hasMenu={onRole !== undefined && !all}
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

/** The name of a role, which opens its menu. */
function RoleHead({ label, onOpen }: { label: string; onOpen: (head: HTMLElement) => void }) {
  const { matrix } = useTexts('structure');
  return (
    <ButtonBase
      aria-haspopup="menu"
      aria-label={fillTemplate(matrix.ofRole, { role: label })}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      sx={{ font: 'inherit', minHeight: 32, px: 1, borderRadius: 1 }}
    >
      {label}
      <ExpandMoreIcon aria-hidden sx={{ fontSize: 18 }} />
    </ButtonBase>
  );
}

type Row = { label: string } & Pick<AccessQuestion, 'operation' | 'field'>;

/** Only fields that name roles, and those that somebody asks for, have rows; the others follow the operations. */
function toRows(
  resource: Resource,
  more: readonly string[],
  { texts, say }: Pick<DictionaryWords, 'texts' | 'say'>,
): Row[] {
  const fields = [...resource.fields.values()];
  return [
    ...operations.map((operation) => ({ label: texts.operations[operation], operation })),
    ...fields.flatMap(({ name: field, label, read, write, readOnly }) => {
      const isMore = more.includes(field);
      const limited = [
        [read !== undefined || isMore, 'readField', 'read'],
        [write !== undefined || (isMore && !readOnly), 'writeField', 'update'],
      ] as const;
      return limited.flatMap(([isShown, text, operation]) =>
        isShown
          ? [{ label: fillTemplate(texts.matrix[text], { field: say(label) }), operation, field }]
          : [],
      );
    }),
  ];
}

function RowLimits({
  descriptor,
  resource,
}: Pick<PermissionMatrixProps, 'descriptor' | 'resource'>) {
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
  hasMenu: boolean;
};

/** Shows the answer as a sign; clicking it asks for the reason. */
function MatrixCell({ descriptor, question, row, hasMenu, onAsk }: MatrixCellProps) {
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
      aria-haspopup={hasMenu ? 'menu' : undefined}
      title={answerText}
      onClick={({ currentTarget }) => onAsk(question, currentTarget)}
      sx={{ width: '100%', minHeight: 32, borderRadius: 1, color }}
    >
      <Icon aria-hidden sx={{ fontSize: 18 }} />
    </ButtonBase>
  );
}
