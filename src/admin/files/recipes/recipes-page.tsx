import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useState, type ComponentType } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Recipe } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { FactsTable } from '../../kit/facts-table.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { RemoveDialog } from '../../resource/remove-dialog.tsx';
import { Status } from '../../kit/status/status.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useText } from '../../messages/use-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { resourcesFor } from '../../shell/core-pages.ts';
import { RecipeDialog } from './recipe-dialog.tsx';
import { RecipeVersions } from './recipe-versions.tsx';
import { recipePath, useMayChange, useRecipes, useReload } from './recipes.ts';
import { useSharingText } from './sharing-fields.tsx';

/** The recipes of a collection: whose they are, with whom they are shared, and their versions. */
export function RecipesPage() {
  const texts = useTexts('import-recipes');
  const files = useTexts('files');
  const say = useText();
  const { descriptor, role } = useConfig();
  const [search, setSearch] = useSearchParams();
  const resources = resourcesFor(descriptor, role, 'import');
  const resource = resources.find(({ name }) => name === search.get('of')) ?? resources[0];
  return (
    <>
      <PageTitle title={texts.title} of={files.jobs} />
      <Typography component="h2" variant="h6" sx={{ mb: 1.5 }}>
        {texts.title}
      </Typography>
      {resource ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
          <Box sx={{ display: 'grid', maxWidth: 400 }}>
            <NativeSelect
              label={texts.collection}
              value={resource.name}
              options={resources.map(({ name, label }) => [name, say(label)])}
              onChange={(of) => setSearch({ of }, { replace: true })}
            />
          </Box>
          <ResourceContextProvider value={resource.name}>
            <RecipeList key={resource.name} resource={resource} />
          </ResourceContextProvider>
          <TextLink to="/tools/jobs" sx={{ justifySelf: 'start' }}>
            {files.allJobs}
          </TextLink>
        </Box>
      ) : (
        <Alert severity="info">{files.noCollections}</Alert>
      )}
    </>
  );
}

type Asked = { what: 'edit' | 'versions' | 'delete'; recipe: Recipe };

function RecipeList({ resource }: { resource: Resource }) {
  const texts = useTexts('import-recipes');
  const { data, error, isPending } = useRecipes(resource);
  const [dialog, setDialog] = useState<Asked>();
  // The list may have been read again since: the dialogs have what it says now.
  const recipe = dialog && (data?.find(({ id }) => id === dialog.recipe.id) ?? dialog.recipe);
  const Opened = dialog && dialogs[dialog.what];
  return (
    <>
      <QueryState error={error} isPending={isPending} loading={texts.loading} />
      {data?.length === 0 && <Typography component={Status}>{texts.empty}</Typography>}
      {data && data.length > 0 && <RecipeTable recipes={data} onAsk={setDialog} />}
      {Opened && recipe && (
        <Opened {...{ resource, recipe }} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}

type OpenedProps = { resource: Resource; recipe: Recipe; onClose: () => void };

const dialogs: Readonly<Record<Asked['what'], ComponentType<OpenedProps>>> = {
  edit: ({ recipe, ...props }) => <RecipeDialog {...props} of={recipe} />,
  versions: RecipeVersions,
  delete: DeleteDialog,
};

function DeleteDialog({ recipe: { id, name }, onClose }: OpenedProps) {
  const texts = useTexts('import-recipes');
  const reload = useReload();
  return (
    <RemoveDialog
      title={fillTemplate(texts.deleteTitle, { name })}
      text={texts.deleteText}
      cancel={texts.cancel}
      action={texts.delete}
      done={texts.deleted}
      path={recipePath(id)}
      onClose={() => {
        onClose();
        void reload();
      }}
    />
  );
}

type TableProps = { recipes: readonly Recipe[]; onAsk: (dialog: Asked) => void };

function RecipeTable({ recipes, onAsk }: TableProps) {
  const texts = useTexts('import-recipes');
  const { columns } = texts;
  const { user } = useConfig();
  const sharedWith = useSharingText();
  return (
    <FactsTable
      label={texts.title}
      columns={[
        columns.name,
        columns.owner,
        columns.shared,
        { label: columns.version, align: 'right' },
        columns.usedAt,
        '',
      ]}
      rows={recipes.map((recipe) => ({
        key: recipe.id,
        cells: [
          <Box key="name" sx={{ overflowWrap: 'anywhere' }}>
            {recipe.named ? recipe.name : fillTemplate(texts.last, { name: recipe.name })}{' '}
            {recipe.watched && <Chip size="small" label={`${recipe.resource}/${recipe.name}`} />}
          </Box>,
          recipe.owner === user._id ? texts.you : (recipe.ownerName ?? '–'),
          sharedWith(recipe.shared),
          recipe.named ? recipe.version : '–',
          <RelativeTime key="used" moment={recipe.usedAt} />,
          <Actions key="actions" recipe={recipe} onAsk={onAsk} />,
        ],
      }))}
    />
  );
}

function Actions({ recipe, onAsk }: { recipe: Recipe; onAsk: TableProps['onAsk'] }) {
  const texts = useTexts('import-recipes');
  const mayChange = useMayChange()(recipe);
  const whats = [
    ...(mayChange ? (['edit'] as const) : []),
    ...(recipe.named ? (['versions'] as const) : []),
    ...(mayChange ? (['delete'] as const) : []),
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
      {whats.map((what) => (
        <Button
          key={what}
          size="small"
          color={what === 'delete' ? 'error' : 'primary'}
          // Every row has the same buttons, so their labels name the recipe.
          aria-label={fillTemplate(texts.of, { action: texts[what], name: recipe.name })}
          onClick={() => onAsk({ what, recipe })}
        >
          {texts[what]}
        </Button>
      ))}
    </Box>
  );
}
