import SortIcon from '@mui/icons-material/SwapVert';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { findField } from '../../../descriptor/system-fields.ts';
import { toSortKeys } from '../../resource/sorting.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const SortMenu = lazyPart(() => import('./sort-menu.tsx'), 'SortMenu');

/** The order of the list, which it opens for change: `Sort: Year ↓`, or the number of fields. */
export function SortButton() {
  const { texts, say } = useI18n();
  const { column, resource } = useResource();
  const keys = toSortKeys(useListContext().sort);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [first] = keys;
  const field = first && (column(first.name) ?? findField(resource, first.name));
  const isOne = keys.length === 1 && field !== undefined;
  const way = first?.isDescending ? 'descending' : 'ascending';
  return (
    <>
      <ToolButton
        icon={<SortIcon />}
        words={
          isOne ? fillTemplate(texts.list.sortedBy, { field: say(field.label) }) : texts.list.sort
        }
        mark={
          isOne ? (
            <>
              <span aria-hidden>{first?.isDescending ? '↓' : '↑'}</span>
              <span style={visuallyHidden}>{texts.list[way]}</span>
            </>
          ) : (
            keys.length || undefined
          )
        }
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <SortMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
