// The public interface of this module.
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
} from './contents/content-store.ts'
export { createDiskContentStore } from './contents/disk-content-store.ts'
export { createContentStore } from './contents/create-content-store.ts'
export { contentDisposition } from './model/download-headers.ts'
export { downloadPath, hasPreview, previewPath, type AttachedFile } from './model/file.ts'
export { attachFiles, detachFiles } from './attachments/attachments.store.ts'
export { createFilesModule, type FilesModule } from './files.module.ts'
export { addDownloadRoutes } from './attachments/downloads.routes.ts'
export { addUploadRoutes } from './uploads/uploads.routes.ts'
export type { UploadKind } from './uploads/serve-upload.ts'
export { countUnfinishedFiles, findPendingFiles } from './uploads/pending-files.store.ts'
export { hashContent } from './contents/hash-content.ts'
export { copyContents, type CopyReport } from './contents/copy-contents.ts'
export { probeBucket } from './contents/probe-bucket.ts'
export { sampleContents } from './contents/sample-contents.ts'
export type { ContentProblem, Verification } from './contents/verify-contents.ts'
export { TRASHED_FILES } from './contents/trashed-files.ts'
