import CloseIcon from '@mui/icons-material/Close';
import { List, ListItem, ListItemText } from '@mui/material';
import type { Watch } from '../../../contract/people/watches.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Hint } from '../../kit/hint.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { toListPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { withView } from '../../list/list-views.ts';
import { useWatchChange, useWatches } from '../../threads/use-watch.ts';
import { HintButton } from '../../shell/layout/hint-button.tsx';
import { pathOf } from './entry-row.tsx';

/** What the user watches, to look at and to end. */
export function WatchesDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts('inbox');
  const { data, error, isPending } = useWatches();
  const { begin, end } = useWatchChange();
  const own = data?.data.find(({ resource }) => resource === null);
  const others = (data?.data ?? []).filter((each) => each !== own);
  return (
    <DialogFrame title={texts.watches} cancel={texts.close} onClose={onClose}>
      <QueryState {...{ error, isPending }} loading={texts.loading} />
      {data && (
        <CheckField
          label={texts.watchOwn}
          checked={own !== undefined}
          onChange={() => (own ? end(own) : begin({ own: true }))}
        />
      )}
      {data && others.length === 0 && <Hint>{texts.noWatches}</Hint>}
      <List dense aria-label={texts.watches}>
        {others.map((watch) => (
          <WatchItem key={watch._id} {...{ watch, onClose }} onEnd={() => end(watch)} />
        ))}
      </List>
    </DialogFrame>
  );
}

type WatchItemProps = { watch: Watch; onEnd: () => void; onClose: () => void };

function WatchItem({ watch, onEnd, onClose }: WatchItemProps) {
  const texts = useTexts('inbox');
  const { say } = useI18n();
  const resource = useConfig().descriptor.resources.get(watch.resource ?? '');
  if (!resource) return null;
  const { record, thread, view, name } = watch;
  const label = say(resource.label);
  const title = name ?? watch.title ?? record ?? label;
  const isNew = record === null && view === null;
  const kinds = [
    title === label ? undefined : label,
    isNew ? texts.watchedNew : undefined,
    thread === null ? undefined : texts.watchedThread,
    view === null ? undefined : texts.watchedView,
  ];
  return (
    <ListItem
      disableGutters
      secondaryAction={
        <HintButton isSmall label={fillTemplate(texts.endWatch, { title })} onClick={onEnd}>
          <CloseIcon />
        </HintButton>
      }
    >
      <ListItemText
        primary={
          <TextLink
            to={view === null ? pathOf(watch, resource) : toListPath(resource, withView({}, view))}
            onClick={onClose}
          >
            {title}
          </TextLink>
        }
        secondary={kinds.filter(Boolean).join(' · ')}
      />
    </ListItem>
  );
}
