import { Box, Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { adminRoles } from '../../../../descriptor/permissions/permissions.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { filterPaths, type FilterPath } from '../../../../descriptor/filter/filter-paths.ts';
import { toWhere, type FilterTree } from '../../../../descriptor/filter/filter-tree.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import { ConfigProvider, useConfig } from '../../../client/config.tsx';
import { DialogFrame } from '../../../kit/dialog-frame.tsx';
import { useTexts } from '../../../messages/texts.ts';
import {
  BuilderGroup,
  isFinished,
  newTerm,
  withItem,
} from '../../../list/filters/builder-group.tsx';
import { ExpressionText } from './expression-text.tsx';
import { conditionText, readConditionText, toTree, type Scope } from './condition-text.ts';

type ConditionDialogProps = {
  title: string;
  descriptor: Descriptor;
  resource: Resource;
  /** Leaves out paths that the condition cannot use. */
  offers?: (path: FilterPath) => boolean;
  /** As it is declared: a filter or an expression. */
  value: unknown;
  onSave: (value: unknown) => void;
  onClose: () => void;
};

/** A condition in words, as the filters of lists; as an expression where it says more than they can. */
export function ConditionDialog(props: ConditionDialogProps) {
  const { title, descriptor, resource, value, onSave, onClose } = props;
  const { condition: texts } = useTexts('structure-rights');
  const { add } = useTexts('structure-fields');
  const config = useConfig();
  const scope = { descriptor, role: adminRoles(descriptor)[0], resource };
  const [tree, setTree] = useState(() =>
    value === undefined ? { join: 'and' as const, items: [newTerm] } : toTree(scope, value),
  );
  const [text, setText] = useState(() => conditionText(value));
  const read = readConditionText(scope, text);
  const isReady = tree ? tree.items.length > 0 && isFinished(tree) : 'value' in read;

  function save(): void {
    const next = tree ? toWhere(tree) : 'value' in read && read.value;
    // An expression stays one while it means the same.
    const before = tree && value !== undefined && toTree(scope, value);
    const isSame = before ? isSameJson(toWhere(before), next) : isSameJson(value, next);
    if (!isSame) onSave(next);
    onClose();
  }

  return (
    <DialogFrame
      title={title}
      cancel={add.cancel}
      action={texts.do}
      isDisabled={!isReady}
      beside={
        <Switcher
          isText={!tree}
          canBuild={toTree(scope, 'value' in read ? read.value : undefined) !== undefined}
          onSwitch={() => {
            if (tree) setText(isFinished(tree) ? conditionText(sameAs(scope, value, tree)) : '');
            setTree(tree ? undefined : toTree(scope, 'value' in read ? read.value : undefined));
          }}
        />
      }
      onAction={save}
      onClose={onClose}
    >
      {/* The inputs offer what the draft declares. */}
      <ConfigProvider value={{ ...config, descriptor }}>
        <Box sx={{ pt: 1 }}>
          {tree ? (
            <Builder {...props} {...{ scope, tree }} onChange={setTree} />
          ) : (
            <ExpressionText
              label={texts.expression}
              resource={resource}
              value={text}
              problem={'problem' in read ? read.problem : undefined}
              hint={texts.hint}
              onChange={setText}
            />
          )}
        </Box>
      </ConfigProvider>
    </DialogFrame>
  );
}

/** The declared form, if the conditions still say the same. */
function sameAs(scope: Scope, value: unknown, tree: FilterTree): unknown {
  const before = toTree(scope, value);
  const next = toWhere(tree);
  return before && isSameJson(toWhere(before), next) ? value : next;
}

type SwitcherProps = { isText: boolean; canBuild: boolean; onSwitch: () => void };

function Switcher({ isText, canBuild, onSwitch }: SwitcherProps) {
  const { condition } = useTexts('structure-rights');
  return (
    <Button color="inherit" disabled={isText && !canBuild} onClick={onSwitch} sx={{ mr: 'auto' }}>
      {isText ? condition.asConditions : condition.asExpression}
    </Button>
  );
}

type BuilderProps = Pick<ConditionDialogProps, 'offers'> & {
  scope: Scope;
  tree: FilterTree;
  onChange: (tree: FilterTree) => void;
};

function Builder({ scope: { descriptor, role, resource }, offers, tree, onChange }: BuilderProps) {
  const paths = useMemo(
    () => filterPaths({ descriptor, role, resource }).filter((path) => offers?.(path) ?? true),
    [descriptor, role, resource, offers],
  );
  return (
    <BuilderGroup
      tree={tree}
      path={[]}
      paths={paths}
      onChange={(at, item) => onChange(withItem(tree, at, item))}
    />
  );
}
