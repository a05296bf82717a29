import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { HintButton } from '../../../shell/layout/hint-button.tsx';
import { useLayout } from './layout.ts';

const ColumnChooser = lazyPart(() => import('./column-chooser.tsx'), 'ColumnChooser');

export function ColumnsButton() {
  const translate = useTranslate();
  const layout = useLayout();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <HintButton
        label={translate('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewColumnIcon />
      </HintButton>
      {anchor && (
        <ColumnChooser
          id={id}
          anchor={anchor}
          layout={layout}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
