import type { JsonObject } from '../../../../descriptor/json-object.ts';

/** What each part of the page of a collection gets. */
export type CollectionPartProps = {
  collection: string;
  /** What the draft declares, as one object. */
  declared: JsonObject;
};
