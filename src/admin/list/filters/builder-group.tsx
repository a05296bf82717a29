import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import type { FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import {
  isFilterTree,
  otherField,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { maxNesting } from '../../../descriptor/filter/where.ts';
import { BuilderTerm } from './builder-term.tsx';
import { useTexts } from '../../messages/texts.ts';

type BuilderGroupProps = {
  tree: FilterTree;
  path: TreePath;
  paths: readonly FilterPath[];
  /** The paths with whose value a condition can compare; by default, conditions compare with values. */
  othersOf?: ((term: FilterTerm) => readonly FilterPath[]) | undefined;
  /** Whether it offers rows that all hold together, and nothing else. */
  isSimple?: boolean;
  onChange: (path: TreePath, item: FilterTree | FilterTerm | undefined) => void;
};

/** Conditions joined in one way, and groups among them. */
export function BuilderGroup(props: BuilderGroupProps) {
  const { tree, path, paths, othersOf, isSimple = false, onChange } = props;
  const texts = useTexts('app');
  const join = joinOf(tree);
  const offered: readonly (MatchMode | 'notAll')[] = join === 'notAll' ? [...joins, join] : joins;
  // A filter or a group that begins asks for its first field.
  const [added, setAdded] = useState(() => (isNewGroup(tree) ? 0 : undefined));
  const add = (item: FilterTree | FilterTerm): void => {
    setAdded(tree.items.length);
    onChange(path, { ...tree, items: [...tree.items, item] });
  };
  return (
    <Box role="group" aria-label={texts.grid.group} sx={path.length > 0 ? groupSx : undefined}>
      {!isSimple && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 2 }}>
          <TextField
            select
            size="small"
            margin="none"
            fullWidth={false}
            label={texts.grid.joined}
            value={join}
            onChange={(event) => onChange(path, joinedBy(tree, event.target.value as MatchMode))}
            sx={{ minWidth: 180 }}
          >
            {offered.map((each) => (
              <MenuItem key={each} value={each}>
                {texts.grid.joins[each]}
              </MenuItem>
            ))}
          </TextField>
          {path.length > 0 && (
            <IconButton
              size="small"
              aria-label={texts.grid.removeGroup}
              onClick={() => onChange(path, undefined)}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      )}
      {tree.items.map((item, index) => {
        const at = [...path, index];
        return isFilterTree(item) ? (
          <BuilderGroup key={index} tree={item} path={at} {...{ paths, othersOf, onChange }} />
        ) : (
          <BuilderTerm
            key={index}
            term={item}
            number={index + 1}
            isNew={index === added}
            {...{ paths, othersOf }}
            onChange={(term) => onChange(at, term)}
          />
        );
      })}
      <Button size="small" startIcon={<AddIcon />} onClick={() => add(newTerm)}>
        {texts.grid.addCondition}
      </Button>
      {!isSimple && path.length < maxNesting - 1 && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          onClick={() => add({ join: 'or', items: [newTerm] })}
        >
          {texts.grid.addGroup}
        </Button>
      )}
    </Box>
  );
}

const groupSx = {
  border: 1,
  borderColor: 'divider',
  borderLeft: 3,
  borderLeftColor: 'primary.main',
  borderRadius: 1,
  p: 1.5,
  mb: 1,
};

/** A condition whose field is still to be chosen. */
export const newTerm: FilterTerm = { path: '', operator: 'eq', value: '' };

function isNewGroup({ items: [first, ...others] }: FilterTree): boolean {
  return others.length === 0 && first !== undefined && !isFilterTree(first) && first.path === '';
}

/** The position of a group or condition in the tree: its index in each group on the way. */
export type TreePath = readonly number[];

type Item = FilterTree | FilterTerm;

/** The tree with one item replaced; undefined removes it. */
export function withItem(tree: FilterTree, path: TreePath, item: Item | undefined): FilterTree {
  const [at, ...rest] = path;
  if (at === undefined)
    return item !== undefined && isFilterTree(item) ? item : { join: 'and', items: [] };
  const items = tree.items.flatMap((each, index): Item[] => {
    if (index !== at) return [each];
    if (rest.length > 0 && isFilterTree(each)) return [withItem(each, rest, item)];
    return item === undefined ? [] : [item];
  });
  return { ...tree, items };
}

/** The ways to join the conditions of a group, in the builder's three words. */
const joins = ['all', 'any', 'none'] as const;
export type MatchMode = (typeof joins)[number];

function joinOf({ join, not }: FilterTree): MatchMode | 'notAll' {
  if (not) return join === 'or' ? 'none' : 'notAll';
  return join === 'or' ? 'any' : 'all';
}

function joinedBy(tree: FilterTree, join: MatchMode | 'notAll'): FilterTree {
  const { items } = tree;
  if (join === 'none') return { join: 'or', not: true, items };
  if (join === 'notAll') return { join: 'and', not: true, items };
  return { join: join === 'any' ? 'or' : 'and', items };
}

/** The tree without unfinished conditions and without empty groups. */
export function withoutUnfinished(tree: FilterTree): FilterTree {
  const items = tree.items.flatMap((item): Item[] => {
    if (!isFilterTree(item)) return isOpen(item) ? [] : [item];
    const inner = withoutUnfinished(item);
    return inner.items.length > 0 ? [inner] : [];
  });
  return { ...tree, items };
}

/** Whether the tree has no unfinished condition and no empty group. */
export function isFinished({ items }: FilterTree): boolean {
  return items.every((item) =>
    isFilterTree(item) ? item.items.length > 0 && isFinished(item) : !isOpen(item),
  );
}

function isOpen({ value }: FilterTerm): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || (otherField(value) ?? value) === '';
}
