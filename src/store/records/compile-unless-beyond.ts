import type { Resource } from '../../descriptor/descriptor.ts';
import { createParams, type Params } from '../connection/sql.ts';
import { compileOnce } from './compile-once.ts';
import { createSight, type Scope, type Sight } from './sight.ts';

/**
 * What `make` answers, made once per resource and key, unless it looks at other records or takes a
 * parameter: what is there to be seen of those differs from one to the other who asks.
 */
export function compileUnlessBeyond<T>(
  resource: Resource,
  key: string,
  { scope, params }: { scope: Scope; params: Params },
  make: (sight: Sight) => T,
): T {
  const once = compileOnce(resource, key, () => {
    const own = createParams();
    const sight = createSight({ descriptor: scope.descriptor }, own);
    const made = make(sight);
    return sight.asked.size === 0 && own.values.length === 0 ? { made } : undefined;
  });
  return once ? once.made : make(createSight(scope, params));
}
