import { Box, ListItemText, Menu } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { mayRead } from '../../../../descriptor/access.ts';
import type { Descriptor, Operation } from '../../../../descriptor/descriptor.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import {
  limiting,
  type AccessQuestion,
} from '../../../../descriptor/permissions/explain-access.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { Hint } from '../../../kit/hint.tsx';
import { useLabels } from '../../../kit/use-i18n.ts';
import { MenuAction } from '../../../list/menu-action.tsx';
import { useTexts } from '../../../messages/texts.ts';
import type { FieldRow } from '../collection/field-rows.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { AccessAnswerNote } from '../permissions-tab.tsx';
import { ConditionDialog } from '../settings/condition-dialog.tsx';
import {
  fieldRightAt,
  isCondition,
  permissionsPath,
  rightAt,
  setFieldRight,
  setRight,
  type Edit,
} from './right-edits.ts';
import { useRightEdits } from './use-right-edits.tsx';

/** What a person chose: what a role may do, and the cell that says so. */
type Asked = { question: AccessQuestion; anchor: HTMLElement };

type Ask = (question: AccessQuestion, anchor: HTMLElement) => void;

type RightEditorProps = {
  declared: JsonObject;
  descriptor: Descriptor;
  /** The fields of a collection, where cells are about fields. */
  rowsOf?: (collection: string) => readonly FieldRow[];
  children: (ask: Ask) => ReactNode;
};

/** Cells that a person can change, and beside them why a role may do what the last of them says. */
export function RightEditor({ declared, descriptor, rowsOf, children }: RightEditorProps) {
  const { choose } = useTexts('structure-rights');
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState<'menu' | 'condition'>();
  const { change, dialog } = useRightEdits({ declared, descriptor });
  const question = asked && inDraft(descriptor, asked.question);
  const close = (): void => setOpen(undefined);
  const ask: Ask = (next, anchor) => {
    setAsked({ question: next, anchor });
    if (descriptor.roles.get(next.role)?.all !== true) setOpen('menu');
  };
  return (
    <>
      {children(ask)}
      {/* As high before the first answer, so that the page does not shift. */}
      <Box sx={{ minHeight: { xs: 136, md: 88 } }}>
        {question ? <AccessAnswerNote {...{ descriptor, question }} /> : <Hint>{choose}</Hint>}
      </Box>
      {question && open === 'menu' && (
        <RightMenu
          {...{ declared, question }}
          row={rowsOf?.(question.resource.name).find(({ name }) => name === question.field)}
          anchor={asked.anchor}
          onEdit={(edit) =>
            change(edit, { collection: question.resource.name, operation: question.operation })
          }
          onLimit={() => setOpen('condition')}
          onClose={close}
        />
      )}
      {question && open === 'condition' && (
        <RightCondition {...{ declared, descriptor, question }} onClose={close} />
      )}
      {dialog}
    </>
  );
}

/** The question as the draft has its collection now; undefined if it is gone. */
function inDraft(descriptor: Descriptor, question: AccessQuestion): AccessQuestion | undefined {
  const resource = descriptor.resources.get(question.resource.name);
  return resource && descriptor.roles.has(question.role) ? { ...question, resource } : undefined;
}

/** Operations that follow others, so they have no records of their own. */
const unlimited: readonly Operation[] = ['import', 'history', 'restore', 'comment'];

type RightMenuProps = {
  declared: JsonObject;
  question: AccessQuestion;
  /** The field that the cell is about. */
  row: FieldRow | undefined;
  anchor: HTMLElement;
  onEdit: (edit: Edit) => void;
  onLimit: () => void;
  onClose: () => void;
};

function RightMenu(props: RightMenuProps) {
  const { declared, question, row, anchor, onEdit, onLimit, onClose } = props;
  const { menu } = useTexts('structure-rights');
  const { operations } = useTexts('structure');
  const limits = row ? [] : limitsOf(declared, question);
  const named = limits.map((one) => operations[one]).join(', ');
  const choices = row
    ? fieldChoices(declared, question, row)
    : recordChoices(declared, question, onLimit);
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': anchor.getAttribute('aria-label') ?? '' } }}
    >
      {choices.map(({ text, isChosen, edit, act }) => (
        <MenuAction
          key={text}
          dense
          role="menuitemradio"
          aria-checked={isChosen}
          selected={isChosen}
          onClose={onClose}
          onChoose={() => {
            if (edit) onEdit(edit);
            act?.();
          }}
        >
          <ListItemText>
            {text === 'all' && named !== ''
              ? fillTemplate(menu.same, { operations: named })
              : menu[text]}
          </ListItemText>
        </MenuAction>
      ))}
    </Menu>
  );
}

type RightChoice = {
  text: 'all' | 'some' | 'none' | 'yes' | 'no' | 'everybody';
  isChosen: boolean;
  edit?: Edit;
  act?: () => void;
};

/** Other operations whose conditions hold for this one too: nobody has to repeat them. */
function limitsOf(
  declared: JsonObject,
  { role, resource, operation }: AccessQuestion,
): readonly Operation[] {
  const path = permissionsPath(declared, resource.name);
  return limiting[operation].filter(
    (one) => one !== operation && isCondition(rightAt(declared, { path, role, operation: one })),
  );
}

function recordChoices(
  declared: JsonObject,
  { role, resource, operation }: AccessQuestion,
  onLimit: () => void,
): RightChoice[] {
  const right = { path: permissionsPath(declared, resource.name), role, operation };
  const now = rightAt(declared, right);
  const hasAll = unlimited.includes(operation);
  const set = (text: RightChoice['text'], value: boolean): RightChoice => ({
    text,
    isChosen: now === value,
    edit: setRight(declared, right, value),
  });
  return [
    set(hasAll ? 'yes' : 'all', true),
    ...(hasAll
      ? []
      : [{ text: 'some', isChosen: isCondition(now), act: onLimit } satisfies RightChoice]),
    set(hasAll ? 'no' : 'none', false),
  ];
}

function fieldChoices(
  declared: JsonObject,
  { role, operation }: AccessQuestion,
  row: FieldRow,
): RightChoice[] {
  const right = { row, setting: operation === 'read' ? 'read' : 'write', role } as const;
  const named = fieldRightAt(right);
  const set = (
    text: RightChoice['text'],
    isGiven: boolean | undefined,
    isChosen: boolean,
  ): RightChoice => ({ text, isChosen, edit: setFieldRight(declared, right, isGiven) });
  return [
    ...(named ? [set('yes', true, named.includes(role))] : []),
    set('no', false, named?.includes(role) === false),
    set('everybody', undefined, named === undefined),
  ];
}

type RightConditionProps = {
  declared: JsonObject;
  descriptor: Descriptor;
  question: AccessQuestion;
  onClose: () => void;
};

/** The records that a role may use, by conditions over the fields that it may read. */
function RightCondition({ declared, descriptor, question, onClose }: RightConditionProps) {
  const texts = useTexts('structure-rights');
  const { operations } = useTexts('structure');
  const labels = useLabels(descriptor);
  const { edit } = useStructureDraft();
  const { role, resource, operation } = question;
  const right = { path: permissionsPath(declared, resource.name), role, operation };
  const value = rightAt(declared, right);
  return (
    <ConditionDialog
      title={fillTemplate(texts.condition.ofRight, {
        role: labels.ofRole(role),
        operation: operations[operation],
      })}
      {...{ descriptor, resource }}
      offers={({ field, through, count }) => {
        const to = through?.kind.relation?.(through.settings).to ?? count?.resource.name;
        const beyond = to === undefined ? undefined : descriptor.resources.get(to);
        return (
          [field, through].every((one) => one?.read?.includes(role) ?? true) &&
          (!beyond || mayRead(descriptor, role, beyond, count?.field.name ?? '_id'))
        );
      }}
      value={isCondition(value) ? value : undefined}
      onSave={(condition) => edit(setRight(declared, right, condition))}
      onClose={onClose}
    />
  );
}
