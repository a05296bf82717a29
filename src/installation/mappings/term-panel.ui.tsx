import { resourceNamed } from '../resource-named.ts';
import { Box, Button, Typography } from '@mui/material';
import { useText } from '../../admin/extending.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { toListPath, toRecordPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { mayDo } from '../../descriptor/access.ts';
import { CreateTarget } from './create-target.ui.tsx';
import { kinds } from './kinds.ts';
import { texts } from './overview-texts.ts';
import { SearchTarget, TargetButton, type TermItemProps } from './search-target.ui.tsx';
import { SuggestionReason } from './suggest/suggestion-reason.ui.tsx';

/** The extractions of a term, its possible targets, and the actions for it. */
export function TermPanel(props: TermItemProps) {
  const { kind, state, canDecide, opened, onSettle } = props;
  const say = useText();
  const canCreate = useMayCreate(kind);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
      <Examples {...props} />
      {state === 'conflict' && <Conflict {...props} />}
      {state === 'open' && <Suggestions {...props} />}
      {state === 'open' && canDecide && <OpenActions {...props} canCreate={canCreate} />}
      {state === 'rejected' && canDecide && (
        <Button
          size="small"
          sx={{ justifySelf: 'start' }}
          onClick={() => onSettle({ is: 'reopened' })}
        >
          {say(texts.reopen)}
        </Button>
      )}
      {opened === 'search' && <SearchTarget {...props} />}
      {opened === 'create' && canCreate && <CreateTarget {...props} />}
    </Box>
  );
}

const choicesSx = { display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, p: 0, listStyle: 'none' };

function useMayCreate(kind: TermItemProps['kind']): boolean {
  const { descriptor, role } = useConfig();
  const target = descriptor.resources.get(kinds[kind].of ?? '');
  return target === undefined || mayDo(descriptor, role, target, 'create');
}

function Suggestions({ suggestions = [], canDecide, onSettle }: TermItemProps) {
  const say = useText();
  if (suggestions.length === 0) return null;
  return (
    <Box component="ol" aria-label={say(texts.suggestions)} sx={choicesSx}>
      {suggestions.map((choice, index) => (
        <TargetButton
          key={`${choice.target} ${choice.name}`}
          digit={index + 1}
          name={choice.name}
          note={choice.note}
          why={<SuggestionReason suggestion={choice} />}
          doing={say(texts.accept)}
          disabled={!canDecide}
          onClick={() => onSettle({ is: 'mapped', choice })}
        />
      ))}
    </Box>
  );
}

type OpenActionsProps = TermItemProps & { canCreate: boolean };

function OpenActions({ canCreate, onOpen, onSettle }: OpenActionsProps) {
  const say = useText();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" onClick={() => onOpen('search')}>
        {say(texts.choose)}
      </Button>
      {canCreate && (
        <Button size="small" onClick={() => onOpen('create')}>
          {say(texts.create)}
        </Button>
      )}
      <Button size="small" color="error" onClick={() => onSettle({ is: 'rejected' })}>
        {say(texts.reject)}
      </Button>
    </Box>
  );
}

/** The approved mappings of a term, of which one is to be kept. */
function Conflict({ term, canDecide, onSettle }: TermItemProps) {
  const say = useText();
  return (
    <>
      <Typography variant="body2">{say(texts.keepHint)}</Typography>
      <Box component="ol" aria-label={say(texts.conflict)} sx={choicesSx}>
        {term.mappings
          .filter(({ status }) => status === 'approved')
          .map(({ _id, name, note, mappingId }, index) => (
            <TargetButton
              key={_id}
              digit={index + 1}
              name={name ?? mappingId}
              note={note}
              why={mappingId}
              doing={say(texts.keep)}
              disabled={!canDecide}
              onClick={() => onSettle({ is: 'kept', mapping: _id, name: name ?? mappingId })}
            />
          ))}
      </Box>
    </>
  );
}

function Examples({ term, kind }: TermItemProps) {
  const say = useText();
  const { resources } = useConfig().descriptor;
  const [extractions, sources] = [
    resourceNamed({ resources }, 'extractions'),
    resourceNamed({ resources }, 'sources'),
  ];
  return (
    <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {term.examples.length > 0 && `${say(texts.examples)}: `}
      {term.examples.map((example) => (
        <Box component="span" key={example._id} sx={{ mr: 2 }}>
          <TextLink to={toRecordPath(extractions, example._id)}>{example.extractionId}</TextLink>{' '}
          <TextLink to={toRecordPath(sources, example.source)} color="inherit">
            {example.sourceId}: {example.sourceTitle}
          </TextLink>
          {kind === 'chem' &&
            example.rawFoodContactArticle &&
            ` · ${example.rawFoodContactArticle}`}
        </Box>
      ))}
      {term.count > 0 && (
        <TextLink to={toListPath(extractions, { [kinds[kind].term]: term.printed })}>
          {say(texts.allRows)}
        </TextLink>
      )}
    </Box>
  );
}
