// The door of this module: what others may use.
export { createBlobStore, moveDurably, type BlobStore, type StagedBlob } from './blob-store.ts'
