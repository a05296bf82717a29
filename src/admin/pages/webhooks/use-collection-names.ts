import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';

/** Writes the labels of collections one after the other; a name that is not in the descriptor stays as it is. */
export function useCollectionNames(): (names: readonly string[]) => string {
  const say = useText();
  const { resources } = useConfig().descriptor;
  const labelOf = (name: string): string => {
    const resource = resources.get(name);
    return resource ? say(resource.label) : name;
  };
  return (names) => names.map(labelOf).join(', ');
}
