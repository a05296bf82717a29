import { Box, Button, useMediaQuery } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { filterPaths } from '../../../descriptor/filter/filter-paths.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { ConfirmDialog, DialogFrame } from '../../kit/dialog-frame.tsx';
import { BuilderGroup, withoutUnfinished, withItem } from './builder-group.tsx';
import { useFilterTree } from './filter-state.ts';
import { isKnownThen } from './past-filter.ts';

/** All conditions of the list in groups of and, or and not, over every field, through references and counts. */
export function FilterBuilder({ onClose }: { onClose: () => void }) {
  const { context, tree: before, setTree: narrow } = useFilterTree();
  const isPast = useAsOf() !== undefined;
  const translate = useTranslate();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const paths = useMemo(() => {
    const all = filterPaths(context);
    return isPast ? all.filter((path) => isKnownThen(context, path)) : all;
  }, [context, isPast]);
  const [opened] = useState(before);
  const [tree, setTree] = useState(opened);
  const [isLeaving, setLeaving] = useState(false);
  // Escape and a click outside happen by mistake; Cancel does not.
  const leave = (): void => (isSameJson(tree, opened) ? onClose() : setLeaving(true));
  const apply = (): void => {
    narrow(withoutUnfinished(tree));
    onClose();
  };
  return (
    <DialogFrame
      title={translate('grid.builder')}
      maxWidth="md"
      fullScreen={isNarrow}
      onClose={leave}
      beside={
        <Button
          color="inherit"
          onClick={() => setTree({ join: 'and', items: [] })}
          sx={{ mr: 'auto' }}
        >
          {translate('list.clear')}
        </Button>
      }
      cancel={translate('list.cancel')}
      onCancel={onClose}
      action={translate('grid.apply')}
      onAction={apply}
    >
      {/* Room for the label on the frame of the first input. */}
      <Box data-passing sx={{ pt: 1 }}>
        <BuilderGroup
          tree={tree}
          path={[]}
          paths={paths}
          onChange={(path, item) => setTree((before) => withItem(before, path, item))}
        />
      </Box>
      {isLeaving && (
        <ConfirmDialog
          title={translate('grid.leave_builder')}
          text={translate('grid.leave_builder_text')}
          action={translate('grid.leave_builder_do')}
          cancel={translate('form.stay')}
          isGrave
          onAction={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </DialogFrame>
  );
}
