import { Alert, Box, Button, Paper } from '@mui/material';
import { useId } from 'react';
import type { Inspection, Job, JobRequest, Recipe } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { missingColumns } from '../../../files/import/recipe-settings.ts';
import { useConfig } from '../../client/config.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { Hint } from '../../kit/hint.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import type { gapsOfMissing } from '../job-settings.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { findChosen, isAsSaved, type RecipeChoice, toRecipeRequest } from './recipe-choice.ts';
import { changeRecipe, useMayChange, useRecipes, useSaving } from './recipes.ts';
import { SaveRecipe } from './save-recipe.tsx';

type RecipePartProps = {
  job: Job;
  inspection: Inspection;
  /** The settings as they are now. */
  request: JobRequest;
  /** What they still lack for the records that the file lacks. */
  gaps: ReturnType<typeof gapsOfMissing>;
  choice: RecipeChoice;
  onChoose: (choice: RecipeChoice) => void;
  /** The settings as they are now are those of this recipe. */
  onSaved: (recipe: Recipe) => void;
};

/** The recipe that an import starts with, what it does not fit, and where its settings are saved. */
export function RecipePart(props: RecipePartProps) {
  const { job, inspection, request, gaps, choice, onChoose, onSaved } = props;
  const texts = useTexts('import-recipes');
  const { recipe: offered } = useTexts('files');
  const { resource } = useResource();
  const labelOf = useRecipeLabel();
  const { data: recipes = [] } = useRecipes(resource);
  const chosen = findChosen(job, inspection, recipes, choice);
  const isOffered = chosen !== undefined && choice === true && !job.request;
  const extraRecipes = chosen && !recipes.some(({ id }) => id === chosen.id) ? [chosen] : [];
  const names = inspection.columns.map(({ name }) => name);
  const missing = chosen ? missingColumns(chosen.request, names) : [];
  return (
    <Paper
      variant="outlined"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2 }}
    >
      <NativeSelect
        label={texts.recipe}
        value={chosen?.id ?? ''}
        none={texts.none}
        options={[...extraRecipes, ...recipes].map((recipe) => [recipe.id, labelOf(recipe)])}
        onChange={(id) => onChoose(recipes.find((recipe) => recipe.id === id) ?? false)}
      />
      {isOffered && (
        <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
          {fillTemplate(offered.applied, { name: chosen.name })}
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert severity="warning" sx={{ overflowWrap: 'anywhere' }}>
          {fillTemplate(texts.missing, { columns: missing.join(', ') })}
        </Alert>
      )}
      <Saving job={job} chosen={chosen} request={request} gaps={gaps} onSaved={onSaved} />
    </Paper>
  );
}

type SavingProps = Pick<RecipePartProps, 'job' | 'request' | 'gaps' | 'onSaved'> & {
  chosen: Recipe | undefined;
};

function Saving({ job, chosen, request, gaps, onSaved }: SavingProps) {
  const texts = useTexts('import-recipes');
  const { missing: lacking } = useTexts('import-rows');
  const isUnfinished = gaps.length > 0;
  const why = useId();
  const mayChange = useMayChange();
  const { mutate, isPending, error } = useSaving(
    (recipe: Recipe) => changeRecipe(recipe, { request: toRecipeRequest(request) }),
    onSaved,
  );
  return (
    <>
      <ProblemAlert error={error} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {chosen?.named && mayChange(chosen) && (
          <Button
            variant="outlined"
            disabled={isUnfinished || isAsSaved(chosen, request)}
            aria-describedby={isUnfinished ? why : undefined}
            loading={isPending}
            onClick={() => mutate(chosen)}
          >
            {fillTemplate(texts.saveTo, { name: chosen.name })}
          </Button>
        )}
        <SaveRecipe
          job={job}
          request={request}
          blockedBy={isUnfinished ? why : undefined}
          onSaved={onSaved}
        />
      </Box>
      {isUnfinished && (
        <Hint id={why} component={Status}>
          {`${texts.unfinished} ${gaps.map((gap) => lacking.gaps[gap]).join('; ')}.`}
        </Hint>
      )}
    </>
  );
}

/** The name of a recipe among others: with its owner, and whether it is only that of the last import. */
function useRecipeLabel(): (recipe: Recipe) => string {
  const texts = useTexts('import-recipes');
  const { user } = useConfig();
  return ({ name, named, owner, ownerName }) => {
    const own = named ? name : fillTemplate(texts.last, { name });
    if (owner === user._id || ownerName === null) return own;
    return fillTemplate(texts.ofOther, { name: own, owner: ownerName });
  };
}
