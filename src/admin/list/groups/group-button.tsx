import GroupIcon from '@mui/icons-material/SegmentOutlined';
import { useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useAsOf } from '../../kit/as-of.ts';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { useShownAs } from '../shown-as/use-shown-as.ts';
import { useGroups } from './use-groups.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const texts = import.meta.glob('/src/admin/messages/*/list/groups.ts');
const GroupMenu = lazyPart(() => import('./group-menu.tsx'), 'GroupMenu', texts);

/** Opens the choice of the fields to group by, and names them. */
export function GroupButton() {
  const { texts: app, say } = useI18n();
  const { fields } = useGroups();
  const asOf = useAsOf();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shownAs = useShownAs();
  if (asOf !== undefined || isNarrow || shownAs) return null;
  const names = fields.map(({ label }) => say(label)).join(', ');
  return (
    <>
      <ToolButton
        icon={<GroupIcon />}
        words={
          fields.length > 0
            ? fillTemplate(app.grid.groupedBy, { fields: names })
            : app.grid.groupList
        }
        isOn={fields.length > 0}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && <GroupMenu anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
