/** What a backup keeps of a record besides its fields. */
export type Stamps = {
  _id: string;
  _version: number;
  createdAt: string;
  updatedAt: string;
  createdBy: string | null;
  updatedBy: string | null;
};
