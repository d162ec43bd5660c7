// The door of this module: what others may use.
export {
  contentKey,
  ContentMissing,
  fileOfKey,
  NoRoomForContents,
  type ByteRange,
  type Content,
  type ContentKey,
  type ContentStore,
  type ListedContent,
} from './content-store.ts'
export { createDiskContentStore } from './disk-content-store.ts'
export { createContentStore } from './create-content-store.ts'
export { downloadPath, hasPreview, previewPath, type AttachedFile } from './file.ts'
export { attachFiles, detachFiles } from './attachments.store.ts'
export { createFilesModule, type FilesModule } from './files.module.ts'
export { addDownloadRoutes } from './downloads.routes.ts'
export { addUploadRoutes } from './uploads.routes.ts'
export type { UploadKind } from './serve-upload.ts'
export { countUnfinishedFiles, findPendingFiles } from './pending-files.store.ts'
export { hashContent } from './hash-content.ts'
export { copyContents, type CopyReport } from './copy-contents.ts'
export { probeBucket } from './probe-bucket.ts'
export { sampleContents } from './sample-contents.ts'
export type { ContentProblem, Verification } from './verify-contents.ts'
