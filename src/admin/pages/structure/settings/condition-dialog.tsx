import { Box, Button } from '@mui/material';
import { useMemo, useState, type ReactNode } from 'react';
import { adminRoles } from '../../../../descriptor/permissions/permissions.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { filterPaths, type FilterPath } from '../../../../descriptor/filter/filter-paths.ts';
import { toWhere, type FilterTree } from '../../../../descriptor/filter/filter-tree.ts';
import { roleNow } from '../../../../descriptor/role-now.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { ConfigProvider, useConfig } from '../../../client/config.tsx';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { ReferenceProvider } from '../../../resource/reference-provider.tsx';
import {
  BuilderGroup,
  isFinished,
  newTerm,
  withItem,
  withoutUnfinished,
} from '../../../list/filters/builder-group.tsx';
import { ExpressionText } from './expression-text.tsx';
import { ExpressionValuesOf } from './expression-values.tsx';
import {
  comparablePaths,
  conditionText,
  readConditionText,
  toTree,
  type Scope,
} from './condition-text.ts';

type ConditionDialogProps = {
  title: ReactNode;
  descriptor: Descriptor;
  resource: Resource;
  /** In the filter of a reference: the collection that has the reference. */
  owner?: Resource | undefined;
  /** In a check: it may compare with the values before a change. */
  before?: boolean | undefined;
  /** Leaves out paths that the condition cannot use. */
  offers?: (path: FilterPath) => boolean;
  /** As it is declared: a filter or an expression. */
  value: unknown;
  onSave: (value: unknown) => void;
  onClose: () => void;
};

/** A condition in words, as the filters of lists; as an expression where it says more than they can. */
export function ConditionDialog(props: ConditionDialogProps) {
  const { title, descriptor, offers, onClose } = props;
  const { condition: texts } = useTexts('structure-rights');
  const { add } = useTexts('structure-fields');
  const config = useConfig();
  const { scope, tree, text, read, written, isReady, ...draft } = useCondition(props);
  return (
    <DialogFrame
      title={title}
      cancel={add.cancel}
      action={texts.do}
      isDisabled={!isReady}
      beside={
        <Button
          color="inherit"
          disabled={draft.other === undefined}
          onClick={draft.other}
          sx={{ mr: 'auto' }}
        >
          {tree ? texts.asText : texts.asConditions}
        </Button>
      }
      onAction={draft.save}
      onClose={onClose}
    >
      {/* The inputs offer what the draft declares. */}
      <ConfigProvider value={{ ...config, descriptor }}>
        <Box sx={{ pt: 1 }}>
          {tree ? (
            <ReferenceProvider>
              <Builder {...{ scope, offers, tree }} onChange={draft.setTree} />
            </ReferenceProvider>
          ) : (
            <ExpressionText
              label={texts.expression}
              about={scope}
              value={text}
              isWrong={'problem' in read}
              help={'problem' in read ? read.problem : texts.hint}
              onChange={draft.setText}
            />
          )}
        </Box>
      </ConfigProvider>
      {!tree && isTried(scope, written) && <ExpressionValuesOf about={scope} text={written} />}
    </DialogFrame>
  );
}

/** Whether its result depends on nothing but the record: not on the user, the time, or a change. */
function isTried({ owner }: Scope, condition: unknown): condition is string {
  return typeof condition === 'string' && !owner && !/\$/.test(condition);
}

/** A condition while somebody edits it, as conditions or as a text. */
function useCondition(props: ConditionDialogProps) {
  const { descriptor, resource, owner, before, value, onSave, onClose } = props;
  const scope = { descriptor, role: adminRoles(descriptor)[0], resource, owner, before };
  const begun = value === undefined ? noCondition : toTree(scope, value);
  const [tree, setTree] = useState(begun);
  const [text, setText] = useState(() => conditionText(value));
  const read = readConditionText(scope, text);
  const written = 'value' in read ? read.value : undefined;
  const built = toTree(scope, written);
  /** As it was declared, while the conditions still say the same. */
  const asDeclared = (next: FilterTree): unknown =>
    value !== undefined && begun && isSameJson(toWhere(begun), toWhere(next))
      ? value
      : toWhere(next);

  function toText(from: FilterTree): void {
    const finished = withoutUnfinished(from);
    setText(isComplete(finished) ? conditionText(asDeclared(finished)) : '');
    setTree(undefined);
  }

  return {
    scope,
    tree,
    setTree,
    text,
    setText,
    read,
    written,
    isReady: tree ? isComplete(tree) : written !== undefined,
    /** Changes to the other form, if it can say the same. */
    other: tree ? () => toText(tree) : built && (() => setTree(built)),
    save() {
      const next = tree ? asDeclared(tree) : written;
      if (!isSameJson(value, next)) onSave(next);
      onClose();
    },
  };
}

const noCondition: FilterTree = { join: 'and', items: [newTerm] };

function isComplete(tree: FilterTree): boolean {
  return tree.items.length > 0 && isFinished(tree);
}

type BuilderProps = {
  offers: ConditionDialogProps['offers'];
  scope: Scope;
  tree: FilterTree;
  onChange: (tree: FilterTree) => void;
};

function Builder({ scope, offers, tree, onChange }: BuilderProps) {
  const { descriptor, resource } = scope;
  const own = useConfig().role;
  /** Only what the person may read, under the name that their role has in the draft. */
  const role = roleNow(descriptor, own) ?? own;
  const paths = useMemo(
    () => filterPaths({ descriptor, role, resource }).filter((path) => offers?.(path) ?? true),
    [descriptor, role, resource, offers],
  );
  return (
    <BuilderGroup
      tree={tree}
      path={[]}
      paths={paths}
      othersOf={(term) => comparablePaths(scope, term, paths)}
      onChange={(at, item) => onChange(withItem(tree, at, item))}
    />
  );
}
