import ViewColumnIcon from '@mui/icons-material/ViewColumn';
import { useId, useState } from 'react';
import { useI18n } from '../../../kit/use-i18n.ts';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';
import { ToolButton } from '../../../shell/layout/tool-button.tsx';
import { useLayout } from './layout.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

const ColumnChooser = lazyPart(() => import('./column-chooser.tsx'), 'ColumnChooser');

/** Opens the choice of columns, and says how many of them are shown. */
export function ColumnsButton() {
  const { texts, number } = useI18n();
  const layout = useLayout();
  const { shown, hidden } = layout;
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <ToolButton
        icon={<ViewColumnIcon />}
        words={fillTemplate(texts.list.columnsShown, {
          shown: number(shown.length),
          all: number(shown.length + hidden.length),
        })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
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
