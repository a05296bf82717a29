import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useTexts } from '../../messages/texts.ts';
import type { ListView } from '../list-views.ts';
import { useViewWork } from './use-view-work.ts';

const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');

type ViewChangesProps = {
  current: ListView | undefined;
  /** Hears whether the list differs from its view. */
  onChange: (isChanged: boolean) => void;
};

/** Saves or discards what differs from the open view; it shows nothing if nothing does. */
export function ViewChanges({ current, onChange }: ViewChangesProps) {
  const texts = useTexts('views');
  const work = useViewWork(current);
  const [isNaming, setNaming] = useState(false);
  const { isChanged } = work;
  const report = useEffectEvent(onChange);
  useEffect(() => {
    report(isChanged);
    return () => report(false);
  }, [isChanged]);
  return (
    <>
      {isChanged && (
        <Box sx={changesSx}>
          {current && (
            <Button size="small" color="inherit" onClick={() => work.discard(current)}>
              {texts.discard}
            </Button>
          )}
          {current?.mine ? (
            <Button size="small" variant="outlined" onClick={() => void work.save(current)}>
              {texts.save}
            </Button>
          ) : (
            <Button size="small" variant="outlined" onClick={() => setNaming(true)}>
              {texts.saveAs}
            </Button>
          )}
        </Box>
      )}
      {isNaming && <SaveViewDialog values={work.values} onClose={() => setNaming(false)} />}
    </>
  );
}

const changesSx = { display: 'flex', gap: 1, ml: 'auto', flexShrink: 0 };
