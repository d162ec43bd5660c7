// Generated from openapi.json by `npm run openapi`: do not edit.

export interface paths {
    "/access_key_scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What access keys can be good for on this platform
         * @description Specification: auth.md §4.2.
         */
        get: operations["listAccessKeyScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a personal access key
         * @description Specification: auth.md §4.3.
         */
        post: operations["createAccessKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/access_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an access key of the caller
         * @description Specification: auth.md §4.3.
         */
        get: operations["getAccessKey"];
        put?: never;
        post?: never;
        /**
         * Delete an access key of the caller
         * @description Specification: auth.md §4.3.
         */
        delete: operations["deleteAccessKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account of the caller, with what it may do
         * @description Specification: users.md §1, auth.md §1.2.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name, e-mail address, language, theme or time zone of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: users.md §2, auth.md §5.
         */
        patch: operations["patchAccount"];
        trace?: never;
    };
    "/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose another password; the other sessions of the account end
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §4.3, §5.
         */
        put: operations["changePassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifact_files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bytes of an attached file.
         * @description An older way to read files; `html_url` of a file gives all of it at once. The headers of pages count bytes. Not for files that are attached to nothing, or were detached.
         *
         *     Specification: files.md §6.2.
         */
        get: operations["readArtifactFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifact_temporary_files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own files that were sent in pieces and are attached to nothing yet.
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: files.md §6.1.
         */
        get: operations["listTemporaryFiles"];
        put?: never;
        /**
         * Begin a file with its first piece.
         * @description An older way to send files; TUS (`POST /tracker_fields/{id}/files`) resumes and is faster.
         *
         *     Not with an access key that is limited to projects.
         *
         *     Specification: files.md §6.1.
         */
        post: operations["createTemporaryFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifact_temporary_files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Bytes of an own temporary file.
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: files.md §6.1.
         */
        get: operations["readTemporaryFile"];
        /**
         * Add the next piece to an own temporary file.
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: files.md §6.1.
         */
        put: operations["appendToTemporaryFile"];
        post?: never;
        /**
         * Delete an own temporary file.
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: files.md §6.1.
         */
        delete: operations["deleteTemporaryFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads several artifacts by their ids.
         * @description Specification: artifacts.md §4.
         */
        get: operations["listArtifactsById"];
        put?: never;
        /**
         * Creates an artifact.
         * @description Specification: artifacts.md §5.
         */
        post: operations["createArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an artifact.
         * @description Specification: artifacts.md §3.
         */
        get: operations["getArtifact"];
        /**
         * Changes values of an artifact, with a comment if you like.
         * @description With `If-Match` or `If-Unmodified-Since` the change is refused (412) when the artifact is no longer in that version. Fields that are not sent keep their value; a field that is sent is replaced as a whole. Nothing changed and no comment: nothing happens.
         *
         *     Specification: artifacts.md §6.
         */
        put: operations["updateArtifact"];
        post?: never;
        /**
         * Deletes an artifact for good.
         * @description For administrators of the tracker, as often in 24 hours as the platform allows each account.
         *
         *     Specification: artifacts.md §7.
         */
        delete: operations["deleteArtifact"];
        options?: never;
        head?: never;
        /**
         * Moves an artifact into another tracker.
         * @description With its id, history, files and links; values go to fields of the same short name where the kinds fit.
         *
         *     Specification: artifacts.md §11.
         */
        patch: operations["moveArtifact"];
        trace?: never;
    };
    "/artifacts/{id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the comments and changes of an artifact, newest first.
         * @description Each entry has the readable changes with the value before and after. Entries in which the caller sees nothing are left out, and `X-PAGINATION-SIZE` does not count them. The next page has `before` = `changeset_id` of the last entry.
         *
         *     Specification: web-trackers.md §3 (A10).
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/changesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the history of an artifact.
         * @description Specification: artifacts.md §9.
         */
        get: operations["listChangesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/changesets/{changeset}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edits a comment, or empties it.
         * @description For its author and administrators of the tracker. Its versions are kept, the version of the artifact stays, and nobody is told by mail. With `If-Match` the edit is refused (412) when the comment is no longer in the version of that `comment_etag`. An empty body deletes the comment: who did that and when is left. Groups that are not sent stay as they are; null: everybody.
         *
         *     Specification: web-trackers.md §3 (A9).
         */
        patch: operations["editComment"];
        trace?: never;
    };
    "/artifacts/{id}/changesets/{changeset}/comment_versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the versions of a comment, oldest first.
         * @description Versions that were for some groups only are listed for those. What was said before a comment was deleted is listed for its author and administrators of the tracker.
         *
         *     Specification: web-trackers.md §3 (A9).
         */
        get: operations["listCommentVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explains whether something may be done with an artifact.
         * @description By the checks of the operation itself, for a request that sends nothing but the field or the transition, and no comment with the latter. The scope of a key or token is not looked at.
         *
         *     Specification: integrators.md §8.
         */
        get: operations["explainArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/linked_artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the artifacts that links of one kind lead to.
         * @description Specification: artifacts.md §10.
         */
        get: operations["listLinkedArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the kinds of links that an artifact has.
         * @description Specification: artifacts.md §10.
         */
        get: operations["listLinkNatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{id}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller is told by mail of an artifact
         * @description Specification: fields.md §6.
         */
        get: operations["getArtifactSubscription"];
        /**
         * Choose what the caller is told by mail of an artifact
         * @description Specification: fields.md §6.
         */
        put: operations["setArtifactSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/banner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the banner of the platform
         * @description Specification: http.md §11.
         */
        get: operations["getBanner"];
        /**
         * Set the banner of the platform
         * @description Specification: http.md §11.
         */
        put: operations["setBanner"];
        post?: never;
        /**
         * Remove the banner of the platform
         * @description Specification: http.md §11.
         */
        delete: operations["deleteBanner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite people to the platform or to a project
         * @description The mails are queued; the setting `max_invitations_by_day` limits how many an account sends.
         *
         *     Specification: http.md §11.
         */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2_apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the OAuth2 applications of the whole platform
         * @description For site administrators. Applications of projects are listed there.
         *
         *     Specification: auth.md §6.1.
         */
        get: operations["listSiteApplications"];
        put?: never;
        /**
         * Register an OAuth2 application of the whole platform
         * @description For site administrators. The answer is the only one that has the secret.
         *
         *     Specification: auth.md §6.1.
         */
        post: operations["createSiteApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2_apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an OAuth2 application
         * @description For those who administer what it belongs to.
         *
         *     Specification: auth.md §6.1.
         */
        get: operations["getApplication"];
        put?: never;
        post?: never;
        /**
         * Delete an OAuth2 application
         * @description Its codes and tokens, and what users allowed it, go with it.
         *
         *     Specification: auth.md §6.1.
         */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Change an OAuth2 application
         * @description For those who administer what it belongs to. Tokens that it has stay good.
         *
         *     Specification: auth.md §6.1.
         */
        patch: operations["changeApplication"];
        trace?: never;
    };
    "/oauth2_apps/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an OAuth2 application a new secret
         * @description The old one is good for nothing from then on; tokens that the application has stay good.
         *
         *     Specification: auth.md §6.1.
         */
        post: operations["renewApplicationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2_interactions/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an application asks the caller for
         * @description For the page that the authorization endpoint sends a browser to. In the session of that browser only.
         *
         *     Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §6.3.
         */
        get: operations["getInteraction"];
        put?: never;
        /**
         * Allow an application what it asks for, or refuse it
         * @description What was allowed to the application before is replaced. In the session of the browser only.
         *
         *     Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §6.3.
         */
        post: operations["decideInteraction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password_resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a way to choose another password
         * @description The answer is the same whether there is such an account or not.
         *
         *     Specification: auth.md §5.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password_resets/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what the token of a mail is good for
         * @description Specification: auth.md §5.
         */
        get: operations["getPasswordReset"];
        /**
         * Choose another password with the token of a mail, once; all sessions end
         * @description Specification: auth.md §5.
         */
        put: operations["usePasswordReset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a page needs to know before anybody signs in
         * @description Specification: auth.md §1.1.
         */
        get: operations["getPlatform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the custom fields of projects
         * @description For those who may create projects.
         *
         *     Specification: projects.md §3.6.
         */
        get: operations["listProjectFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_ownership/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who owns a project
         * @description Specification: projects.md §7.
         */
        get: operations["getProjectOwner"];
        /**
         * Give a project to one of its administrators
         * @description Specification: projects.md §7.
         */
        put: operations["setProjectOwner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project_services/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn a service of a project on or off
         * @description Specification: projects.md §8.
         */
        put: operations["changeService"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active projects that the caller may see
         * @description Specification: projects.md §4.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project from a template or an archive
         * @description With `dry_run` nothing is created: 204 when it would work, otherwise 400 with every reason. `from_archive` takes the zip of an exported project without people and content: it is sent to `upload_href` by TUS within four hours, and imported in the background; until then the project is there for nobody. `GET /projects/{id}/archive` tells how far it is.
         *
         *     Specification: projects.md §3.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Specification: projects.md §5.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Suspend a project, or make it active again
         * @description Specification: projects.md §5.
         */
        patch: operations["changeProjectStatus"];
        trace?: never;
    };
    "/projects/{id}/3rd_party_integration_data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What another program needs to look like a part of the project
         * @description Specification: projects.md §5.
         */
        get: operations["getThirdPartyData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a project is that is made from an archive
         * @description For the account that sent the archive, and for site administrators; also when the project was given up. Then its short name is free again.
         *
         *     Specification: projects.md §3.4.
         */
        get: operations["getProjectArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backlog of a project: it is empty
         * @description Specification: projects.md §5.
         */
        get: operations["listBacklog"];
        /**
         * Change the backlog of a project: nobody may
         * @description Specification: projects.md §5.
         */
        put: operations["orderBacklog"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the backlog of a project: nobody may
         * @description Specification: projects.md §5.
         */
        patch: operations["changeBacklog"];
        trace?: never;
    };
    "/projects/{id}/banner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the banner of a project
         * @description Specification: projects.md §5.
         */
        get: operations["getProjectBanner"];
        /**
         * Set the banner of a project
         * @description Specification: projects.md §5.
         */
        put: operations["setProjectBanner"];
        post?: never;
        /**
         * Remove the banner of a project
         * @description Specification: projects.md §5.
         */
        delete: operations["deleteProjectBanner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the administrators of a project say about it
         * @description For administrators of the project.
         *
         *     Specification: projects.md §9.
         */
        get: operations["getProjectDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name, description or visibility of a project
         * @description For administrators of the project. In force with the next request of anybody.
         *
         *     Specification: projects.md §9.
         */
        patch: operations["changeProjectDetails"];
        trace?: never;
    };
    "/projects/{id}/docman_metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the properties of the documents of a project: there are none
         * @description Specification: projects.md §5.
         */
        get: operations["listDocumentMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/docman_service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the documents of a project: there are none
         * @description Specification: projects.md §5.
         */
        get: operations["getDocumentService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/extract_references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find what a text refers to
         * @description Specification: projects.md §5.
         */
        post: operations["extractReferences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/git": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the git repositories of a project: there are none
         * @description Specification: projects.md §5.
         */
        get: operations["listGitRepositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/header_background": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the picture behind the header of a project
         * @description Specification: projects.md §5.
         */
        put: operations["setProjectHeaderBackground"];
        post?: never;
        /**
         * Remove the picture behind the header of a project
         * @description Specification: projects.md §5.
         */
        delete: operations["deleteProjectHeaderBackground"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened last in a project
         * @description Specification: projects.md §5.
         */
        get: operations["listHeartbeats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels of a project
         * @description Specification: projects.md §5.
         */
        get: operations["listProjectLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a project
         * @description For everybody who sees the project.
         *
         *     Specification: projects.md §6.
         */
        get: operations["listProjectMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/milestones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the milestones of a project: there are none
         * @description Specification: projects.md §5.
         */
        get: operations["listMilestones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/oauth2_apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the OAuth2 applications of a project
         * @description For administrators of the project.
         *
         *     Specification: auth.md §6.1.
         */
        get: operations["listProjectApplications"];
        put?: never;
        /**
         * Register an OAuth2 application of a project
         * @description For administrators of the project. The answer is the only one that has the secret.
         *
         *     Specification: auth.md §6.1.
         */
        post: operations["createProjectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/phpwiki": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the wiki pages of a project: there are none
         * @description Specification: projects.md §5.
         */
        get: operations["listWikiPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/plannings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which trackers plan the content of which others.
         * @description Specification: trackers.md §10.
         */
        get: operations["listPlannings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a text as it will be shown, without storing it
         * @description Specification: projects.md §5.
         */
        post: operations["previewText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/project_services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the services of a project
         * @description Specification: projects.md §8.
         */
        get: operations["listServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Words that texts of a project refer to something by
         * @description Those of the project; beside them are `art`, `rev` and the item names of its trackers.
         *
         *     Specification: projects.md §3.2.
         */
        get: operations["listReferences"];
        /**
         * Set the words that texts of a project refer to something by
         * @description For administrators of the project. What is left out is no reference any more.
         *
         *     Specification: projects.md §3.2.
         */
        put: operations["replaceReferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller may do in a project
         * @description Specification: projects.md §9.
         */
        get: operations["getOwnProjectRights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/svn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the Subversion repositories of a project
         * @description Specification: svn.md §2.
         */
        get: operations["listRepositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/tracker_activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many artifacts are new in each tracker of a project, week by week
         * @description Specification: trackers.md §4.
         */
        get: operations["listTrackerActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/tracker_sizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many artifacts the caller sees in each tracker of a project
         * @description Specification: trackers.md §4.
         */
        get: operations["listTrackerSizes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/trackers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trackers of a project that the requester may see, by label.
         * @description Specification: trackers.md §3.
         */
        get: operations["listProjectTrackers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/projects/{id}/user_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user groups of a project
         * @description Specification: projects.md §6.
         */
        get: operations["listProjectUserGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with name and password in a browser
         * @description The cookie of the answer is the credential; it counts for calls of pages of this platform only.
         *
         *     Specification: auth.md §2.6.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of the caller; `current` signs out
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §2.6.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who deleted how many artifacts lately, and how far the cap is used up
         * @description For site administrators.
         *
         *     Specification: artifacts.md §7.
         */
        get: operations["listDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the platform is: versions, room, background work
         * @description For site administrators.
         *
         *     Specification: http.md §13.
         */
        get: operations["getSiteHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the work in the background that is not done
         * @description For site administrators.
         *
         *     Specification: http.md §13.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a job out of the queue: it is never done
         * @description For site administrators. 409 while the job is being done.
         *
         *     Specification: http.md §13.
         */
        delete: operations["deleteJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a job again now
         * @description For site administrators. 409 while the job is being done.
         *
         *     Specification: http.md §13.
         */
        post: operations["retryJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects of the platform, of any status and visibility
         * @description For site administrators and holders of the permission to manage projects.
         *
         *     Specification: projects.md §4.
         */
        get: operations["listAllProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Suspend, activate or delete a project, or make it a template
         * @description For site administrators and holders of the permission to manage projects; deleting, which cannot be undone, is for site administrators.
         *
         *     Specification: http.md §13.
         */
        patch: operations["administerProject"];
        trace?: never;
    };
    "/site/sample_project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether a sample project is here or can be made
         * @description For site administrators.
         *
         *     Specification: web-trackers.md §14.
         */
        get: operations["getSampleProject"];
        put?: never;
        /**
         * Make the sample project
         * @description For site administrators. A team of five people with trackers, artifacts and a repository, all relative to today. The accounts have neither password nor e-mail address, so nobody can sign in with them and no mail is sent to them. Takes some seconds.
         *
         *     Specification: web-trackers.md §14.
         */
        post: operations["createSampleProject"];
        /**
         * Remove the sample project
         * @description For site administrators. Erases the project with all that it holds, and the accounts of its team that nobody has used. This cannot be undone.
         *
         *     Specification: web-trackers.md §14.
         */
        delete: operations["removeSampleProject"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings of the platform
         * @description For site administrators.
         *
         *     Specification: http.md §13.
         */
        get: operations["listSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of the platform
         * @description For site administrators. All of them or none; in force on every process at once.
         *
         *     Specification: http.md §13.
         */
        patch: operations["changeSettings"];
        trace?: never;
    };
    "/site/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of the platform, of any status
         * @description For site administrators and holders of the user management permission.
         *
         *     Specification: users.md §4.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account
         * @description For site administrators and holders of the user management permission. Without a password the owner gets a mail with a link to choose one, good for seven days.
         *
         *     Specification: users.md §4.
         */
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/site/users/{id}/administrator": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make an account administrator of the platform, or take that away
         * @description For site administrators. The last one who may sign in stays.
         *
         *     Specification: auth.md §1.2.
         */
        put: operations["setSiteAdministrator"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a Subversion repository
         * @description It can be checked out as soon as this answers. For administrators of the repositories of the project.
         *
         *     Specification: svn.md §2.
         */
        post: operations["createRepository"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svn/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a Subversion repository
         * @description With its settings for administrators of the repositories of the project.
         *
         *     Specification: svn.md §2.
         */
        get: operations["getRepository"];
        /**
         * Replace the settings of a Subversion repository
         * @description All settings at once, in force for the next commit.
         *
         *     Specification: svn.md §2.
         */
        put: operations["updateRepository"];
        post?: never;
        /**
         * Delete a Subversion repository, a minute later
         * @description Until then it is there as before; afterwards the platform’s operators can bring it back for some days.
         *
         *     Specification: svn.md §2.2.
         */
        delete: operations["deleteRepository"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svn/{id}/access_file_check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at an access file without storing it
         * @description For administrators of the repositories of the project.
         *
         *     Specification: svn.md §3.2.
         */
        post: operations["checkAccessFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svn/{id}/access_file_versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of the access file of a repository
         * @description The newest first. For administrators of the repositories of the project.
         *
         *     Specification: svn.md §3.2.
         */
        get: operations["listAccessFileVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/svn/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a repository
         * @description The newest first. For those whom the access file lets read everything, and for administrators of the repositories of the project.
         *
         *     Specification: svn.md §3.6.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system_event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the work of the platform itself
         * @description For site administrators and holders of the permission to read system events.
         *
         *     Specification: http.md §11.
         */
        get: operations["listSystemEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in for 24 hours (deprecated: use access keys)
         * @description Specification: base.md §4.7c, auth.md §3.
         */
        post: operations["createToken"];
        /**
         * End all tokens of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §3.
         */
        delete: operations["deleteTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a token of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §3.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a form element to a tracker.
         * @description Any kind of element. Without rights everybody who sees the project reads the field and members write it; a list without bind has static values, none at first.
         *
         *     Specification: fields.md §1.
         */
        post: operations["createTrackerField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a form element with its values, for good.
         * @description Refused while a semantic, the workflow, a rule or a trigger uses it, or it holds other elements.
         *
         *     Specification: trackers.md §7.
         */
        delete: operations["deleteTrackerField"];
        options?: never;
        head?: never;
        /**
         * Changes a form element; all of what is given, or nothing.
         * @description Specification: trackers.md §7.
         */
        patch: operations["updateTrackerField"];
        trace?: never;
    };
    "/tracker_fields/{id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announce a file for a field; its bytes are then sent to `upload_href`.
         * @description The same name and size again, by the same account, answer the same file as long as it is not attached. OPTIONS tells the quota of bytes in files that are not attached yet in `X-QUOTA`; 429 when a file would exceed it.
         *
         *     Specification: files.md §1.
         */
        post: operations["declareFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Saves a search of artifacts as a report.
         * @description Criteria and query are checked as if they were run. Beyond the reference platform.
         *
         *     Specification: trackers.md §5.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads a report with what it asks for.
         * @description Specification: trackers.md §5.
         */
        get: operations["getReport"];
        /**
         * Replaces a report: one of your own, or a public one of a tracker that you administer.
         * @description Specification: trackers.md §5.
         */
        put: operations["updateReport"];
        post?: never;
        /**
         * Deletes a report: one of your own, or a public one of a tracker that you administer.
         * @description Specification: trackers.md §5.
         */
        delete: operations["deleteReport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_reports/{id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the artifacts that a report finds, by id.
         * @description Specification: trackers.md §5.
         */
        get: operations["listReportArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_workflow_transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a transition to a workflow.
         * @description In simple mode it gets the conditions and actions of the other transitions to the same state.
         *
         *     Specification: trackers.md §6.2.
         */
        post: operations["createTransition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tracker_workflow_transitions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A transition with its conditions.
         * @description Specification: trackers.md §6.2.
         */
        get: operations["getTransition"];
        put?: never;
        post?: never;
        /**
         * Takes a transition out of its workflow.
         * @description Specification: trackers.md §6.2.
         */
        delete: operations["deleteTransition"];
        options?: never;
        head?: never;
        /**
         * Changes the conditions of a transition.
         * @description In simple mode those of all transitions to the same state.
         *
         *     Specification: trackers.md §6.2.
         */
        patch: operations["updateTransition"];
        trace?: never;
    };
    "/tracker_workflow_transitions/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens when a transition is taken.
         * @description Specification: trackers.md §6.3.
         */
        get: operations["listTransitionActions"];
        /**
         * Replaces what happens when a transition is taken.
         * @description In simple mode for all transitions to the same state. Actions set values whatever the rights of who takes the transition; a job is started after the change is saved, and tried again when it cannot be reached.
         *
         *     Specification: trackers.md §6.3.
         */
        put: operations["replaceTransitionActions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a tracker in a project.
         * @description With a form to begin with (title, description, status, somebody in charge, attachments, links), or as the copy of a tracker, from the XML of one, or from a definition. `label`, `item_name`, `description` and `color` win over what these say. For administrators of the project.
         *
         *     Specification: trackers.md §7.
         */
        post: operations["createTracker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A tracker with its fields, rights, semantics and workflow.
         * @description Specification: trackers.md §2.
         */
        get: operations["getTracker"];
        put?: never;
        post?: never;
        /**
         * Deletes a tracker: nobody sees it and its artifacts any more.
         * @description Its names are free again; trackers below it lose their parent, and triggers about it go.
         *
         *     Specification: trackers.md §7.
         */
        delete: operations["deleteTracker"];
        options?: never;
        head?: never;
        /**
         * Creates, deletes or switches the workflow of a tracker.
         * @description `query` is `{"workflow": {…}}` with one of `"set_transitions_rules": {"field_id": …}` (creates one, in simple mode), `"set_transitions_rules": {"is_used": true}`, `"delete_transitions_rules": true`, `"is_legacy": false`, `"is_advanced": true`.
         *
         *     Specification: trackers.md §6.1.
         */
        patch: operations["changeTrackerWorkflow"];
        trace?: never;
    };
    "/trackers/{id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the artifacts of a tracker.
         * @description Specification: trackers.md §4.
         */
        get: operations["listTrackerArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/canned_responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Texts ready for comments, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerCannedResponses"];
        /**
         * Texts ready for comments: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerCannedResponses"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is configured about a tracker, by names.
         * @description Holds no ids and always has the same order: it can be kept in a repository, and applied again, here or on another server. The `Etag` names what was read.
         *
         *     Specification: trackers.md §7.
         */
        get: operations["getTrackerDefinition"];
        /**
         * Makes a tracker what a definition says.
         * @description A section that is left out stays as it is; in one that is given, what is not listed goes. `previous_name` and `previous_label` rename: artifacts keep their values. Applied twice, the second time changes nothing. `If-Match` with the Etag of the definition refuses to overwrite what somebody else changed meanwhile.
         *
         *     Specification: trackers.md §7.
         */
        put: operations["applyTrackerDefinition"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explains whether a tracker may be read, or an artifact created in it.
         * @description By the checks of the operation itself. Of a new artifact nothing is known but the field or the transition: that the others have the values that are required is taken for granted.
         *
         *     Specification: integrators.md §8.
         */
        get: operations["explainTracker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/general": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the tracker is called and how it behaves, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerGeneral"];
        /**
         * What the tracker is called and how it behaves: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerGeneral"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/hierarchy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The parent of the tracker, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerHierarchy"];
        /**
         * The parent of the tracker: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerHierarchy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/notification_recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is told by mail of every artifact of a tracker
         * @description For administrators of the tracker.
         *
         *     Specification: fields.md §6.
         */
        get: operations["listNotificationRecipients"];
        /**
         * Set who is told by mail of every artifact of a tracker
         * @description For administrators of the tracker.
         *
         *     Specification: fields.md §6.
         */
        put: operations["replaceNotificationRecipients"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is told by mail, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerNotifications"];
        /**
         * What is told by mail: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerNotifications"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/parent_artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the open artifacts of the parent tracker.
         * @description Specification: trackers.md §8.
         */
        get: operations["listParentArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rights on the tracker, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerPermissions"];
        /**
         * Rights on the tracker: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Date rules and field dependencies of a tracker.
         * @description For administrators of the tracker. The `Etag` names what was read.
         *
         *     Specification: trackers.md §6.4.
         */
        get: operations["getTrackerRules"];
        /**
         * Replaces the date rules and field dependencies of a tracker, all of them.
         * @description They count from the next write on, for every artifact, whatever it has. Refused: dates of which a state of the workflow freezes both, lists that one freezes or that would depend on themselves, and a value with which a required list has no choice left. Where the deciding list may stay empty, None goes with None only, unless a pair says otherwise. `If-Match` with the `Etag` that was read refuses to overwrite what somebody else changed meanwhile.
         *
         *     Specification: trackers.md §6.4.
         */
        put: operations["replaceTrackerRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/semantics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What fields mean, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerSemantics"];
        /**
         * What fields mean: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerSemantics"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller is told by mail of a tracker
         * @description Specification: fields.md §6.
         */
        get: operations["getTrackerSubscription"];
        /**
         * Choose what the caller is told by mail of a tracker
         * @description Specification: fields.md §6.
         */
        put: operations["setTrackerSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/tracker_reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the reports of a tracker: public ones and the requester's own.
         * @description Specification: trackers.md §5.
         */
        get: operations["listTrackerReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the steps of the workflow of a tracker, and which of them are open to the requester.
         * @description Specification: trackers.md §6.4.
         */
        get: operations["listTransitions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Triggers that change artifacts of a tracker because of their children or parents.
         * @description For administrators of the tracker. The `Etag` names what was read.
         *
         *     Specification: trackers.md §6.4.
         */
        get: operations["getTrackerTriggers"];
        /**
         * Replaces the triggers that change artifacts of a tracker, all of them.
         * @description With `up` the sources are values of child trackers, with `down` those of the parent tracker. They act on the changes that follow, not on what artifacts have already. `If-Match` with the `Etag` that was read refuses to overwrite what somebody else changed meanwhile.
         *
         *     Specification: trackers.md §6.4.
         */
        put: operations["replaceTrackerTriggers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The instructions of a tracker, and which of its possibilities are in use.
         * @description Specification: web-trackers.md §5.2, §8.
         */
        get: operations["getTrackerUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/used_artifact_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the types of links that artifacts of a tracker have.
         * @description Specification: trackers.md §8.
         */
        get: operations["listUsedArtifactLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last calls of the webhooks of a tracker
         * @description The last hundred, with what came of them. For administrators of the tracker.
         *
         *     Specification: artifacts.md §13.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trackers/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses that are told of every change, by names.
         * @description Specification: trackers.md §7.
         */
        get: operations["getTrackerWebhooks"];
        /**
         * Addresses that are told of every change: replaces all of it.
         * @description Specification: trackers.md §7.
         */
        put: operations["replaceTrackerWebhooks"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a dashboard of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: users.md §2.
         */
        post: operations["createDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a static user group
         * @description Specification: projects.md §6.
         */
        post: operations["createUserGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user group
         * @description Specification: projects.md §6.
         */
        get: operations["getUserGroup"];
        put?: never;
        post?: never;
        /**
         * Delete a static user group with its rights
         * @description For administrators of the project. What only the group could do is left to administrators; nothing becomes open by it. 409 when an access file of Subversion names it.
         *
         *     Specification: projects.md §6.
         */
        delete: operations["deleteUserGroup"];
        options?: never;
        head?: never;
        /**
         * Change name or description of a static user group
         * @description For administrators of the project. 409 when an access file of Subversion goes by the name: change the file first.
         *
         *     Specification: projects.md §6.
         */
        patch: operations["changeUserGroup"];
        trace?: never;
    };
    "/user_groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add somebody to a user group
         * @description To members, administrators or a static group; the others in it stay. New administrators become members.
         *
         *     Specification: projects.md §6.
         */
        post: operations["addUserGroupMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_groups/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take somebody out of a user group
         * @description Of members, administrators or a static group. Who leaves the members leaves the static groups, too; administrators have to give up the administration before.
         *
         *     Specification: projects.md §6.
         */
        delete: operations["removeUserGroupMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_groups/{id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a user group
         * @description Specification: projects.md §6.
         */
        get: operations["listUserGroupMembers"];
        /**
         * Replace the members of a user group
         * @description Specification: projects.md §6.
         */
        put: operations["replaceUserGroupMembers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users by words of their names, or one by its exact login or e-mail address
         * @description Specification: users.md §3.
         */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users_memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts with an SSH key, and what they belong to
         * @description Specification: users.md §5.
         */
        get: operations["listMemberships"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Specification: users.md §2.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change status, names or e-mail address of a user
         * @description For site administrators and holders of the user management permission.
         *
         *     Specification: users.md §4.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/users/{id}/access_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the access keys of the caller
         * @description Specification: auth.md §4.3.
         */
        get: operations["listAccessKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open artifacts that the caller submitted or that are assigned to the caller
         * @description Specification: artifacts.md §12.
         */
        get: operations["listOwnArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the dashboards of the caller
         * @description Specification: users.md §2.
         */
        get: operations["listDashboards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the caller worked on lately
         * @description Specification: users.md §6.
         */
        get: operations["getHistory"];
        /**
         * Clear what the caller worked on lately
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: users.md §2.
         */
        put: operations["clearHistory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an account belongs to
         * @description Specification: users.md §5.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/oauth2_authorizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications that the caller allowed something
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §6.8.
         */
        get: operations["listAuthorizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/oauth2_authorizations/{app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take from an application what the caller allowed it
         * @description Its codes and tokens for the caller end at once.
         *
         *     Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §6.8.
         */
        delete: operations["revokeAuthorization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a preference of the caller
         * @description Specification: users.md §2.
         */
        get: operations["getPreference"];
        put?: never;
        post?: never;
        /**
         * Remove a preference of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: users.md §2.
         */
        delete: operations["deletePreference"];
        options?: never;
        head?: never;
        /**
         * Set a preference of the caller
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: users.md §2.
         */
        patch: operations["setPreference"];
        trace?: never;
    };
    "/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where the caller is signed in
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §2.6.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Sign the caller out on all other devices
         * @description Not with an access key that is limited to projects.
         *
         *     Specification: auth.md §2.6.
         */
        delete: operations["deleteSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/self/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many artifacts the caller may still delete
         * @description Within 24 hours.
         *
         *     Not with an access key that is limited to projects.
         *
         *     Specification: integrators.md §15 (A13).
         */
        get: operations["getOwnDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name and version of the platform
         * @description Specification: http.md §11.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An artifact in its current version. */
        Artifact: {
            /** @description Values of the contributor field. */
            assignees: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            }[];
            /** @description Address of its history below `/api`. */
            changesets_uri: string;
            /** @description Null when there is no status. */
            full_status: {
                /** @description Its colour, if it has one. */
                color: string | null;
                /** @description Label of the status. */
                value: string;
            } | null;
            /** @description Address of its page. */
            html_url: string;
            /** @description Id of the artifact. */
            id: number;
            /** @description Whether the status is one of the open ones. */
            is_open: boolean;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            last_modified_date: string;
            /** @description Account that changed it last; 0 = anonymous. */
            last_update_by: number;
            /** @description A user, as shown to everybody. */
            last_update_by_user: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description Label of its status; "" if there is none or it is not readable. */
            status: string;
            /** @description Account that created it; 0 = anonymous. */
            submitted_by: number;
            /** @description A user, as shown to everybody. */
            submitted_by_user: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            submitted_on: string;
            /** @description Null without a readable title. */
            title: string | null;
            /** @description Its tracker; complete with `tracker_structure_format=complete`. */
            tracker: components["schemas"]["MinimalTracker"] | components["schemas"]["CompleteTracker"];
            /** @description Address of the artifact below `/api`. */
            uri: string;
            /** @description Null unless asked for. */
            values: (components["schemas"]["ValueOfAFieldOfTypeAid"] | components["schemas"]["ValueOfAFieldOfTypeAtid"] | components["schemas"]["ValueOfAFieldOfTypeCross"] | components["schemas"]["ValueOfAFieldOfTypeDate"] | components["schemas"]["ValueOfAFieldOfTypeEncrypted"] | components["schemas"]["ValueOfAFieldOfTypeFloat"] | components["schemas"]["ValueOfAFieldOfTypeInt"] | components["schemas"]["ValueOfAFieldOfTypeLud"] | components["schemas"]["ValueOfAFieldOfTypePriority"] | components["schemas"]["ValueOfAFieldOfTypeString"] | components["schemas"]["ValueOfAFieldOfTypeSubon"] | components["schemas"]["ValueOfAFieldOfTypeText"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepdef"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepexec"] | components["schemas"]["ValueOfAFieldOfTypeArt_link"] | components["schemas"]["ValueOfAFieldOfTypeBurndown"] | components["schemas"]["ValueOfAFieldOfTypeBurnup"] | components["schemas"]["ValueOfAFieldOfTypeCb"] | components["schemas"]["ValueOfAFieldOfTypeComputed"] | components["schemas"]["ValueOfAFieldOfTypeFile"] | components["schemas"]["ValueOfAFieldOfTypeLuby"] | components["schemas"]["ValueOfAFieldOfTypeMsb"] | components["schemas"]["ValueOfAFieldOfTypePerm"] | components["schemas"]["ValueOfAFieldOfTypeRb"] | components["schemas"]["ValueOfAFieldOfTypeSb"] | components["schemas"]["ValueOfAFieldOfTypeSubby"] | components["schemas"]["ValueOfAFieldOfTypeTbl"])[] | null;
            /** @description Null unless asked for. */
            values_by_field: {
                [key: string]: (components["schemas"]["ValueOfAFieldOfTypeAid"] | components["schemas"]["ValueOfAFieldOfTypeAtid"] | components["schemas"]["ValueOfAFieldOfTypeCross"] | components["schemas"]["ValueOfAFieldOfTypeDate"] | components["schemas"]["ValueOfAFieldOfTypeEncrypted"] | components["schemas"]["ValueOfAFieldOfTypeFloat"] | components["schemas"]["ValueOfAFieldOfTypeInt"] | components["schemas"]["ValueOfAFieldOfTypeLud"] | components["schemas"]["ValueOfAFieldOfTypePriority"] | components["schemas"]["ValueOfAFieldOfTypeString"] | components["schemas"]["ValueOfAFieldOfTypeSubon"] | components["schemas"]["ValueOfAFieldOfTypeText"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepdef"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepexec"] | components["schemas"]["ValueOfAFieldOfTypeArt_link"] | components["schemas"]["ValueOfAFieldOfTypeBurndown"] | components["schemas"]["ValueOfAFieldOfTypeBurnup"] | components["schemas"]["ValueOfAFieldOfTypeCb"] | components["schemas"]["ValueOfAFieldOfTypeComputed"] | components["schemas"]["ValueOfAFieldOfTypeFile"] | components["schemas"]["ValueOfAFieldOfTypeLuby"] | components["schemas"]["ValueOfAFieldOfTypeMsb"] | components["schemas"]["ValueOfAFieldOfTypePerm"] | components["schemas"]["ValueOfAFieldOfTypeRb"] | components["schemas"]["ValueOfAFieldOfTypeSb"] | components["schemas"]["ValueOfAFieldOfTypeSubby"] | components["schemas"]["ValueOfAFieldOfTypeTbl"]) | null;
            } | null;
            /** @description How texts refer to it: short name of the tracker, `#`, id. */
            xref: string;
        };
        /** @description What the write would do. */
        ArtifactOutcome: {
            /** @description The artifact after the write; its id is null if it is new. Null: it would be gone, or stays as it is. */
            artifact: {
                [key: string]: unknown;
            } | null;
            /** @description Changes of the fields that the caller may read. */
            changed_fields: {
                /** @description The value then. */
                after: {
                    [key: string]: unknown;
                } | null;
                /** @description The value now; null: none was stored. */
                before: {
                    [key: string]: unknown;
                } | null;
                /** @description Who sets it: the request, an action of the transition, or the default of the field. */
                by: "request" | "workflow" | "default";
                /** @description Id of the field. */
                field_id: number;
                /** @description Its short name. */
                name: string;
            }[];
            /** @description Artifacts that the caller may delete after this deletion; null for other writes. */
            deletions_left: number | null;
            /** @description `Etag` of the version now, for `If-Match` of the write; null for a new artifact. */
            etag: string | null;
            /** @description False: nothing would be written. */
            is_change: boolean;
            /** @description Mails to people; null: only administrators of the tracker learn it. */
            mails: number | null;
            /** @description The step of the workflow that the write takes; null: none. */
            transition: {
                /** @description Value before; null: a new artifact, or none. */
                from_id: number | null;
                /** @description Value after; null: none. */
                to_id: number | null;
            } | null;
            /** @description Fields of other artifacts that triggers would set, as far as the caller may read them. */
            triggers: {
                /** @description Id of the artifact. */
                artifact_id: number;
                /** @description Id of the field. */
                field_id: number;
            }[];
            /** @description Calls of webhooks; null: only administrators of the tracker learn it. */
            webhooks: number | null;
        };
        /** @description An artifact, briefly. */
        ArtifactReference: {
            /** @description Id of the artifact. */
            id: number;
            tracker: components["schemas"]["TrackerReference"];
            /** @description Address of the artifact below `/api`. */
            uri: string;
        };
        /** @description What a write would do, after all its checks. */
        ArtifactRehearsal: {
            /**
             * @description Nothing was written.
             * @constant
             */
            dry_run: true;
            /** @description Status that the write would have. */
            status: number;
            would: components["schemas"]["ArtifactOutcome"];
        };
        /** @description One edit of an artifact. */
        Changeset: {
            /** @description Null unless the comment was deleted. */
            comment_deletion: {
                /** @description Who deleted it. */
                by: {
                    /** @description Absolute address of the picture (PNG), readable without login. */
                    avatar_url: string;
                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                    display_name: string;
                    /** @description Whether the picture is their own, not the default one. */
                    has_avatar: boolean;
                    /** @description Null for an anonymous author. */
                    id: number | null;
                    /** @description Whether there is no account behind it. */
                    is_anonymous: boolean;
                    /** @description Null for an anonymous author. */
                    ldap_id: string | null;
                    /** @description Null for an anonymous author. */
                    real_name: string | null;
                    /** @description Null for an anonymous author. */
                    uri: string | null;
                    /** @description Null for an anonymous author. */
                    user_url: string | null;
                    /** @description Null for an anonymous author. */
                    username: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description When it was deleted.
                 */
                on: string;
            } | null;
            /** @description Version of the comment; null where there is none for the viewer. */
            comment_etag: string | null;
            /** @description Address of an anonymous author. */
            email: string | null;
            /** @description Id of the changeset. */
            id: number;
            /** @description Comment of a changeset; empty where there is none for the viewer. */
            last_comment: {
                /** @description Source of a text or HTML comment, rendered HTML of a CommonMark one. */
                body: string;
                /** @description Source of a CommonMark comment. */
                commonmark?: string;
                /**
                 * @description Format of `body`.
                 * @enum {unknown}
                 */
                format: "text" | "html";
                /** @description Safe HTML with references turned into links. */
                post_processed_body: string;
                /** @description Null: everybody. */
                ugroups: {
                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                    id: string;
                    /** @description Key of the name; of a static group the name itself. */
                    key: string;
                    /** @description Name as people read it. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description Resource of the group. */
                    uri: string;
                    /** @description Its members. */
                    users_uri: string;
                }[] | null;
            };
            /** @description Author of the last version of the comment. */
            last_modified_by: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When the comment was written last.
             */
            last_modified_date: string;
            /** @description Its author; 0 = anonymous. */
            submitted_by: number;
            /** @description Its author. */
            submitted_by_details: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            submitted_on: string;
            /** @description All readable values as of this changeset. */
            values: (components["schemas"]["ValueOfAFieldOfTypeAid"] | components["schemas"]["ValueOfAFieldOfTypeAtid"] | components["schemas"]["ValueOfAFieldOfTypeCross"] | components["schemas"]["ValueOfAFieldOfTypeDate"] | components["schemas"]["ValueOfAFieldOfTypeEncrypted"] | components["schemas"]["ValueOfAFieldOfTypeFloat"] | components["schemas"]["ValueOfAFieldOfTypeInt"] | components["schemas"]["ValueOfAFieldOfTypeLud"] | components["schemas"]["ValueOfAFieldOfTypePriority"] | components["schemas"]["ValueOfAFieldOfTypeString"] | components["schemas"]["ValueOfAFieldOfTypeSubon"] | components["schemas"]["ValueOfAFieldOfTypeText"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepdef"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepexec"] | components["schemas"]["ValueOfAFieldOfTypeArt_link"] | components["schemas"]["ValueOfAFieldOfTypeBurndown"] | components["schemas"]["ValueOfAFieldOfTypeBurnup"] | components["schemas"]["ValueOfAFieldOfTypeCb"] | components["schemas"]["ValueOfAFieldOfTypeComputed"] | components["schemas"]["ValueOfAFieldOfTypeFile"] | components["schemas"]["ValueOfAFieldOfTypeLuby"] | components["schemas"]["ValueOfAFieldOfTypeMsb"] | components["schemas"]["ValueOfAFieldOfTypePerm"] | components["schemas"]["ValueOfAFieldOfTypeRb"] | components["schemas"]["ValueOfAFieldOfTypeSb"] | components["schemas"]["ValueOfAFieldOfTypeSubby"] | components["schemas"]["ValueOfAFieldOfTypeTbl"])[];
        };
        /** @description A tracker with everything that is configured about it. */
        CompleteTracker: {
            /** @description Colour of the tracker: a name of the palette. */
            color_name: string;
            /** @description What it is for. */
            description: string;
            /** @description Form elements that the requester may read. */
            fields: components["schemas"]["FieldDescription"][];
            /** @description Address of its page. */
            html_url: string;
            /** @description Id of the tracker. */
            id: number;
            /** @description Name of one of its items: the keyword of references. */
            item_name: string;
            /** @description Name of the tracker. */
            label: string;
            /** @description Notifications of the tracker. */
            notifications: {
                /** @description Changes are told by mail. */
                enabled: boolean;
            };
            /** @description Parent in the hierarchy, if the requester may see it. */
            parent: components["schemas"]["TrackerReference"] | null;
            /** @description Rights by group, for administrators of the tracker. */
            permissions_for_groups: {
                /** @description Groups that see all artifacts. */
                can_access: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups that see what is assigned to their people. */
                can_access_assigned_to_group: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups that see what their people submitted. */
                can_access_submitted_by_group: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups whose people see their own ones. */
                can_access_submitted_by_user: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups that administrate the tracker. */
                can_admin: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
            } | null;
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description What belongs to the tracker. */
            resources: {
                /** @description Kind of resource. */
                type: string;
                /** @description Its address. */
                uri: string;
            }[];
            /** @description What fields mean for the tracker: those that are set and that the requester may read. */
            semantics: {
                /** @description Field with the people in charge. */
                contributor?: {
                    /** @description Id of the field. */
                    field_id: number;
                };
                /** @description Field with the description. */
                description?: {
                    /** @description Id of the field. */
                    field_id: number;
                };
                /** @description Field with the estimated effort. */
                initial_effort?: {
                    /** @description Id of the field. */
                    field_id: number;
                };
                /** @description How far the work is. */
                progress?: {
                    /** @description Type of the links whose targets are counted. */
                    artifact_link_type?: string;
                    /** @description Field with what is left of it. */
                    remaining_effort_field_id?: number;
                    /** @description Field with the whole effort. */
                    total_effort_field_id?: number;
                };
                /** @description Field that tells open from closed. */
                status?: {
                    /** @description Id of the field. */
                    field_id: number;
                    /** @description Values that mean open. */
                    value_ids: number[];
                };
                /** @description When the work takes place. */
                timeframe?: {
                    /** @description Field with the number of days. */
                    duration_field_id?: number;
                    /** @description Field with the last day. */
                    end_date_field_id?: number;
                    /** @description Tracker whose artifacts give theirs to those that they link to. */
                    implied_from_tracker?: {
                        /** @description Id of the tracker. */
                        id: number;
                        /** @description `trackers/{id}` */
                        uri: string;
                    };
                    /** @description Field with the first day. */
                    start_date_field_id?: number;
                };
                /** @description Field with the title. */
                title?: {
                    /** @description Id of the field. */
                    field_id: number;
                };
                /** @description Field with the velocity. */
                velocity?: {
                    /** @description Id of the field. */
                    field_id: number;
                };
            };
            /** @description Place of each element in the form. */
            structure: components["schemas"]["TrackerStructure"][];
            /** @description `trackers/{id}` */
            uri: string;
            /** @description Null when the requester cannot read its field. */
            workflow: components["schemas"]["TrackerWorkflow"] | null;
        };
        /** @description A refusal. */
        Error: {
            /** @description What went wrong. */
            error: {
                /** @description The status of the answer. */
                code: number;
                /** @description The same for programs; also what the refusal is about. */
                details: {
                    /** @description Where several things are wrong: all of them, in the order of the lines of the message. */
                    all?: {
                        /** @description Address, on this server, of the documentation of the reason. */
                        doc: string;
                        /** @description `Etag` of the version that stands now. */
                        etag?: string;
                        /** @description Id of the field. */
                        field_id?: number;
                        /** @description User groups that could do it. */
                        groups?: {
                            /** @description Id of the group. */
                            id: string;
                            /** @description Its name. */
                            label: string;
                        }[];
                        /** @description How much, or how many, there may be. */
                        limit?: number;
                        /** @description Short name of the field. */
                        name?: string;
                        /** @description Parameter, header or member of the body: `values[0][field_id]`. */
                        parameter?: string;
                        /** @description Place in the text of a query, in characters from 1. */
                        position?: number;
                        reason: components["schemas"]["Reason"];
                        /** @description How many are left. */
                        remaining?: number;
                        /**
                         * Format: date-time
                         * @description When it is possible again.
                         */
                        retry_at?: string;
                        /** @description The scope that is needed. */
                        scope?: string;
                        /** @description The step of the workflow. */
                        transition?: {
                            /** @description Value before; null = a new artifact, or none. */
                            from_id: number | null;
                            /** @description Value after; null = none. */
                            to_id: number | null;
                        };
                    }[];
                    /** @description Address, on this server, of the documentation of the reason. */
                    doc: string;
                    /** @description `Etag` of the version that stands now. */
                    etag?: string;
                    /** @description Id of the field. */
                    field_id?: number;
                    /** @description User groups that could do it. */
                    groups?: {
                        /** @description Id of the group. */
                        id: string;
                        /** @description Its name. */
                        label: string;
                    }[];
                    /** @description How much, or how many, there may be. */
                    limit?: number;
                    /** @description Short name of the field. */
                    name?: string;
                    /** @description Parameter, header or member of the body: `values[0][field_id]`. */
                    parameter?: string;
                    /** @description Place in the text of a query, in characters from 1. */
                    position?: number;
                    reason: components["schemas"]["Reason"];
                    /** @description How many are left. */
                    remaining?: number;
                    /**
                     * Format: date-time
                     * @description When it is possible again.
                     */
                    retry_at?: string;
                    /** @description The scope that is needed. */
                    scope?: string;
                    /** @description The step of the workflow. */
                    transition?: {
                        /** @description Value before; null = a new artifact, or none. */
                        from_id: number | null;
                        /** @description Value after; null = none. */
                        to_id: number | null;
                    };
                };
                /** @description The text in the language of the user. */
                i18n_error_message?: string;
                /** @description Several texts in the language of the user. */
                i18n_error_messages?: string[];
                /** @description Reason phrase of the status, then a colon and the detail, if there is one. */
                message: string;
            };
        };
        /** @description A form element with all that is configured about it. */
        FieldDescription: {
            /** @description Types that links of the project may have. */
            allowed_types?: {
                /** @description Seen from the source. */
                forward_label: string;
                /** @description Seen from the target. */
                reverse_label: string;
                /** @description Short name of the type. */
                shortname: string;
            }[];
            /** @description What a list draws from. */
            bindings: {
                /** @description Groups that feed a list of users. */
                list: {
                    /** @description Number of the group. */
                    id: number | string;
                    /** @description Name of the group. */
                    label: string;
                }[];
                /** @description What a list draws from: static, users, ugroups; null for others. */
                type: string | null;
            };
            /** @description The fieldset is folded at first. */
            collapsed: boolean;
            /** @description What a new artifact gets when nothing is given. */
            default_value: unknown;
            /** @description What the field is for. */
            description: string;
            /** @description Id of the form element. */
            field_id: number;
            /** @description Where uploads for a file field are created. */
            file_creation_uri?: string;
            /** @description Users in the field are notified. */
            has_notifications: boolean;
            /** @description Text shown in an empty open list. */
            hint?: string;
            /** @description The workflow hides the fieldset in the present state of the artifact. */
            is_hidden?: boolean;
            /** @description The date has a time of the day. */
            is_time_displayed?: boolean;
            /** @description The element is in use. */
            is_used: boolean;
            /** @description Name to show. */
            label: string;
            /** @description Where the field is used in the workflow. */
            label_decorators: {
                /** @description What the address does. */
                action: string | null;
                /** @description Longer text. */
                description: string;
                /** @description Name of an icon. */
                icon: string | null;
                /** @description Short text. */
                label: string;
                /** @description Where to read more. */
                url: string | null;
            }[];
            /** @description Largest file, in bytes. */
            max_size_upload?: number;
            /** @description Short name, unique in the tracker. */
            name: string;
            /** @description What the requester may do: read, update, create. */
            permissions: string[];
            /** @description Rights by group, for administrators of the tracker. */
            permissions_for_groups: {
                /** @description Groups that read it. */
                can_read: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups that fill the field in a new artifact. */
                can_submit: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
                /** @description Groups that change it, and so read it. */
                can_update: {
                    /** @description Id of the group: `<project>_<number>` for the dynamic groups of a project. */
                    id: string;
                    /** @description Key of the name; the name itself for static groups. */
                    key: string;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name. */
                    short_name: string;
                    /** @description `user_groups/{id}` */
                    uri: string;
                    /** @description `user_groups/{id}/users` */
                    users_uri: string;
                }[];
            } | null;
            /** @description A value must be given. */
            required: boolean;
            /** @description Properties of the kind; an empty list when there are none. */
            specific_properties: unknown;
            /** @description Kind of form element. */
            type: string;
            /** @description Values that a list offers; null for what is not a list. */
            values: unknown;
        };
        /** @description An artifact in a list. */
        ListedArtifact: {
            /** @description Values of the contributor field. */
            assignees: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            }[];
            /** @description Whether the requester may delete it, the limit of deletions aside; with `with=permissions`. */
            can_delete?: boolean;
            /** @description Whether the requester may change at least one value now; with `with=permissions`. */
            can_update?: boolean;
            /** @description Address of its history below `/api`. */
            changesets_uri: string;
            /** @description For `If-Match` of a change; with `with=etag`. */
            etag?: string;
            /** @description Null when there is no status. */
            full_status: {
                /** @description Its colour, if it has one. */
                color: string | null;
                /** @description Label of the status. */
                value: string;
            } | null;
            /** @description Address of its page. */
            html_url: string;
            /** @description Id of the artifact. */
            id: number;
            /** @description Whether the status is one of the open ones. */
            is_open: boolean;
            /**
             * Format: date-time
             * @description When it was changed last.
             */
            last_modified_date: string;
            /** @description Account that changed it last; 0 = anonymous. */
            last_update_by: number;
            /** @description A user, as shown to everybody. */
            last_update_by_user: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description Label of its status; "" if there is none or it is not readable. */
            status: string;
            /** @description Account that created it; 0 = anonymous. */
            submitted_by: number;
            /** @description A user, as shown to everybody. */
            submitted_by_user: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            submitted_on: string;
            /** @description Null without a readable title. */
            title: string | null;
            /** @description Its tracker; complete with `tracker_structure_format=complete`. */
            tracker: components["schemas"]["MinimalTracker"] | components["schemas"]["CompleteTracker"];
            /** @description Address of the artifact below `/api`. */
            uri: string;
            /** @description Null unless asked for. */
            values: (components["schemas"]["ValueOfAFieldOfTypeAid"] | components["schemas"]["ValueOfAFieldOfTypeAtid"] | components["schemas"]["ValueOfAFieldOfTypeCross"] | components["schemas"]["ValueOfAFieldOfTypeDate"] | components["schemas"]["ValueOfAFieldOfTypeEncrypted"] | components["schemas"]["ValueOfAFieldOfTypeFloat"] | components["schemas"]["ValueOfAFieldOfTypeInt"] | components["schemas"]["ValueOfAFieldOfTypeLud"] | components["schemas"]["ValueOfAFieldOfTypePriority"] | components["schemas"]["ValueOfAFieldOfTypeString"] | components["schemas"]["ValueOfAFieldOfTypeSubon"] | components["schemas"]["ValueOfAFieldOfTypeText"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepdef"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepexec"] | components["schemas"]["ValueOfAFieldOfTypeArt_link"] | components["schemas"]["ValueOfAFieldOfTypeBurndown"] | components["schemas"]["ValueOfAFieldOfTypeBurnup"] | components["schemas"]["ValueOfAFieldOfTypeCb"] | components["schemas"]["ValueOfAFieldOfTypeComputed"] | components["schemas"]["ValueOfAFieldOfTypeFile"] | components["schemas"]["ValueOfAFieldOfTypeLuby"] | components["schemas"]["ValueOfAFieldOfTypeMsb"] | components["schemas"]["ValueOfAFieldOfTypePerm"] | components["schemas"]["ValueOfAFieldOfTypeRb"] | components["schemas"]["ValueOfAFieldOfTypeSb"] | components["schemas"]["ValueOfAFieldOfTypeSubby"] | components["schemas"]["ValueOfAFieldOfTypeTbl"])[] | null;
            /** @description Null unless asked for. */
            values_by_field: {
                [key: string]: (components["schemas"]["ValueOfAFieldOfTypeAid"] | components["schemas"]["ValueOfAFieldOfTypeAtid"] | components["schemas"]["ValueOfAFieldOfTypeCross"] | components["schemas"]["ValueOfAFieldOfTypeDate"] | components["schemas"]["ValueOfAFieldOfTypeEncrypted"] | components["schemas"]["ValueOfAFieldOfTypeFloat"] | components["schemas"]["ValueOfAFieldOfTypeInt"] | components["schemas"]["ValueOfAFieldOfTypeLud"] | components["schemas"]["ValueOfAFieldOfTypePriority"] | components["schemas"]["ValueOfAFieldOfTypeString"] | components["schemas"]["ValueOfAFieldOfTypeSubon"] | components["schemas"]["ValueOfAFieldOfTypeText"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepdef"] | components["schemas"]["ValueOfAFieldOfTypeTtmstepexec"] | components["schemas"]["ValueOfAFieldOfTypeArt_link"] | components["schemas"]["ValueOfAFieldOfTypeBurndown"] | components["schemas"]["ValueOfAFieldOfTypeBurnup"] | components["schemas"]["ValueOfAFieldOfTypeCb"] | components["schemas"]["ValueOfAFieldOfTypeComputed"] | components["schemas"]["ValueOfAFieldOfTypeFile"] | components["schemas"]["ValueOfAFieldOfTypeLuby"] | components["schemas"]["ValueOfAFieldOfTypeMsb"] | components["schemas"]["ValueOfAFieldOfTypePerm"] | components["schemas"]["ValueOfAFieldOfTypeRb"] | components["schemas"]["ValueOfAFieldOfTypeSb"] | components["schemas"]["ValueOfAFieldOfTypeSubby"] | components["schemas"]["ValueOfAFieldOfTypeTbl"]) | null;
            } | null;
            /** @description How texts refer to it: short name of the tracker, `#`, id. */
            xref: string;
        };
        /** @description A tracker in short. */
        MinimalTracker: {
            /** @description Why the requester cannot create an artifact by its title alone; empty when they can. Null where it was not asked for. */
            cannot_create_reasons: string[] | null;
            /** @description Colour of the tracker: a name of the palette. */
            color_name: string;
            /** @description Id of the tracker. */
            id: number;
            /** @description Name of the tracker. */
            label: string;
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description `trackers/{id}` */
            uri: string;
        };
        /** @description The rules of a tracker, all of them. */
        NewTrackerRules: {
            /** @description All rules about dates: those that are left out go. */
            dates: {
                /**
                 * @description How the first date stands to the second.
                 * @enum {unknown}
                 */
                comparator: "<" | "≤" | "=" | "≥" | ">" | "≠";
                /** @description Id of the first date. */
                source_field_id: number;
                /** @description Id of the second date. */
                target_field_id: number;
            }[];
            /** @description All pairs of values that go together: those that are left out go. */
            lists: {
                /** @description Id of the list that decides. */
                source_field_id: number;
                /** @description Id of the value; 100 is None. Not needed with a label. */
                source_value_id?: number;
                /** @description Label of the value. With `source_value_id`, too, both must mean the same one. */
                source_value_label?: string | null;
                /** @description Id of the list that depends on it. */
                target_field_id: number;
                /** @description Id of the value; 100 is None. Not needed with a label. */
                target_value_id?: number;
                /** @description Label of the value. With `target_value_id`, too, both must mean the same one. */
                target_value_label?: string | null;
            }[];
        };
        /** @description The triggers of a tracker, all of them. */
        NewTrackerTriggers: {
            /** @description All triggers that change artifacts of this tracker: those that are left out go. */
            triggers: {
                /**
                 * @description How many of the children, or of the parents.
                 * @enum {unknown}
                 */
                condition: "at_least_one" | "all_of";
                /**
                 * @description `up`: an artifact follows its children; `down`: it follows its parents.
                 * @enum {unknown}
                 */
                direction?: "up" | "down";
                /** @description What its children, or its parents, must have: one of these. */
                sources: {
                    /** @description Id of the list. */
                    field_id: number;
                    /** @description Id of a child tracker; with `down` of the parent. */
                    tracker_id: number;
                    /** @description Id of the value. Not needed with a label. */
                    value_id?: number;
                    /** @description Label of the value. With `value_id`, too, both must mean the same one. */
                    value_label?: string | null;
                }[];
                /** @description What an artifact of this tracker gets. */
                target: {
                    /** @description Id of the list. */
                    field_id: number;
                    /** @description Id of the value. Not needed with a label. */
                    value_id?: number;
                    /** @description Label of the value. With `value_id`, too, both must mean the same one. */
                    value_label?: string | null;
                };
            }[];
        };
        /** @description A step between two values of the field of the workflow. */
        NewTransition: {
            /** @description Value that it starts from; 0 for a new artifact. */
            from_id: number;
            /** @description Value that it leads to. */
            to_id: number;
            /** @description Id of the tracker. */
            tracker_id: number;
        };
        /** @description The actions of a transition. */
        NewTransitionActions: {
            /** @description All actions of the transition: those left out go. */
            post_actions: unknown[];
        };
        /** @description Which tracker plans the content of which others. */
        Planning: {
            /** @description Trackers whose artifacts are planned. */
            backlog_trackers: {
                /** @description Id of the tracker. */
                id: number;
                /** @description `trackers/{id}` */
                uri: string;
            }[];
            /** @description Id of the planning. */
            id: number;
            /** @description Name of the planning. */
            label: string;
            milestone_tracker: components["schemas"]["TrackerReference"];
            /** @description `plannings/{id}/milestones` */
            milestones_uri: string;
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description `plannings/{id}` */
            uri: string;
        };
        /**
         * @description Why something is refused; a reason is never renamed, new ones may come.
         * @enum {string}
         */
        Reason: "not_found" | "conflict" | "unavailable" | "internal" | "parameter.required" | "parameter.type" | "parameter.range" | "parameter.unsupported" | "method.unsupported" | "body.syntax" | "body.media_type" | "accept.none" | "credentials.missing" | "credentials.invalid" | "scope.missing" | "key.read_only" | "key.project" | "account.suspended" | "csrf" | "permission.project" | "permission.tracker" | "permission.submit" | "permission.field_update" | "permission.owner" | "permission.admin" | "project.suspended" | "field.unknown" | "field.required" | "field.value" | "field.frozen" | "field.dependency" | "field.date_rule" | "link.target" | "comment.groups" | "workflow.transition" | "workflow.group" | "workflow.not_empty" | "workflow.comment" | "precondition.changed" | "write.overtaken" | "idempotency.key" | "idempotency.unsupported" | "idempotency.anonymous" | "idempotency.reused" | "idempotency.running" | "limit.deletions" | "limit.calls" | "limit.size" | "limit.quota" | "limit.busy";
        /** @description A saved search of artifacts. */
        Report: {
            /** @description Id of the report. */
            id: number;
            /** @description Whether it is the one that the tracker begins with. */
            is_default: boolean;
            /** @description true: for everybody who sees the tracker; false: for its owner. */
            is_public: boolean;
            /** @description Name of the report. */
            label: string;
            /** @description Its artifacts. */
            resources: {
                /** @description What is there. */
                type: string;
                /** @description Where it is. */
                uri: string;
            }[];
            /** @description Address of the report below `/api`. */
            uri: string;
        };
        /** @description A saved search of artifacts, with what it asks for. */
        ReportWithQuery: {
            /** @description What is asked, of fields that the requester may read. */
            criteria: {
                /** @description Id of the field. */
                field_id: number;
                /** @description Short name of the field. */
                name: string;
                /** @description Text or number; {none, value_ids} of a list; {operator, value}; null: nothing is asked. */
                value: unknown;
            }[];
            /** @description What it is for. */
            description: string;
            /** @description Null: the criteria count. */
            expert_query: string | null;
            /** @description Id of the report. */
            id: number;
            /** @description Whether it is the one that the tracker begins with. */
            is_default: boolean;
            /** @description true: for everybody who sees the tracker; false: for its owner. */
            is_public: boolean;
            /** @description Name of the report. */
            label: string;
            /** @description How it is shown. */
            renderers: {
                /** @description Fields that it shows, as far as the requester may read them. */
                columns: {
                    /** @description Id of the field. */
                    field_id: number;
                    /** @description Short name of the field. */
                    name: string;
                }[];
                /** @description Id of the table, for `table_renderer_id`. */
                id: number;
                /** @description Name of the table. */
                name: string;
                /** @description How it shows the artifacts: table. */
                type: string;
            }[];
            /** @description Its artifacts. */
            resources: {
                /** @description What is there. */
                type: string;
                /** @description Where it is. */
                uri: string;
            }[];
            /** @description Address of the report below `/api`. */
            uri: string;
        };
        /** @description What a definition changes, and what that costs. */
        TrackerChangeReport: {
            /** @description How many artifacts lose something, each once. */
            artifacts_losing: number;
            /** @description All that differs. */
            changes: {
                /**
                 * @description What happens to it.
                 * @enum {unknown}
                 */
                action: "create" | "change" | "delete";
                /** @description As it becomes; null = it goes. */
                after: unknown;
                /** @description As it was; null = it was not there. */
                before: unknown;
                /**
                 * @description What kind of part it is; `order`: only the order of a list.
                 * @enum {unknown}
                 */
                kind: "general" | "notifications" | "hierarchy" | "permissions" | "field" | "value" | "semantic" | "date_rule" | "list_rule" | "workflow" | "transition" | "trigger" | "canned_response" | "webhook" | "report" | "order";
                /** @description What differs about it; null = the whole part. */
                member: string | null;
                /** @description What the part is called, after the change where it still is there. */
                name: string;
            }[];
            /** @description What artifacts lose. Such a change needs `allow_data_loss=true`. */
            data_loss: {
                /** @description How many artifacts lose it. */
                artifacts: number;
                /**
                 * @description A whole field, or a value of a list.
                 * @enum {unknown}
                 */
                kind: "field" | "value";
                /** @description Name of the field; of a value after it. */
                name: string;
            }[];
            definition: components["schemas"]["TrackerDefinitionAsRead"];
            /** @description Whether anything differs. */
            is_changed: boolean;
            /** @description Nothing was changed: it was only asked for. */
            is_dry_run: boolean;
            /** @description What was left out, and why. */
            warnings: string[];
        };
        /** @description Everything that is configured about a tracker, by names: no ids, always in the same order. A section that is left out stays as it is. */
        TrackerDefinition: {
            /**
             * @description Texts ready for comments.
             * @default []
             */
            canned_responses: {
                /** @description Text. */
                body: string;
                /** @description Title. */
                title: string;
            }[];
            /** @description The form, in its order. */
            form?: {
                /** @description What a list draws from; only the members of its type. */
                bind?: {
                    /** @description users: whom new artifacts have. */
                    default_users?: string[];
                    /** @description ugroups: the groups, in their order. */
                    groups?: {
                        /** @description Short name of the group. */
                        group: string;
                        /** @description New artifacts have it. */
                        is_default?: boolean;
                        /** @description No longer offered. */
                        is_hidden?: boolean;
                    }[];
                    /** @description static: values are shown by label, not in this order. */
                    is_alphabetical?: boolean;
                    /** @description users: who is offered. */
                    sources?: string[];
                    /**
                     * @description What the list draws from.
                     * @enum {unknown}
                     */
                    type: "static" | "users" | "ugroups";
                    /** @description static: all values, in their order. */
                    values?: {
                        /** @description Colour; null = none. */
                        color?: string | null;
                        /** @description Longer text. */
                        description?: string;
                        /** @description New artifacts have it. */
                        is_default?: boolean;
                        /** @description No longer offered. */
                        is_hidden?: boolean;
                        /** @description Text of the value. */
                        label: string;
                        /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                        previous_label?: string;
                        /** @description What other parts of the definition call it, where the label is not unique in its list. */
                        reference?: string;
                    }[];
                };
                /** @description Elements inside a fieldset or a column, in their order. */
                content?: unknown[];
                /**
                 * @description What it is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Users in the field are notified.
                 * @default false
                 */
                has_notifications: boolean;
                /**
                 * @description A value must be given.
                 * @default false
                 */
                is_required: boolean;
                /**
                 * @description Part of the form; otherwise it only keeps its values.
                 * @default true
                 */
                is_used: boolean;
                /** @description Name to show. */
                label: string;
                /** @description Short name, unique in the tracker: what everything else calls the element. */
                name: string;
                /** @description Colour; null = none. */
                none_color?: string | null;
                /** @description Rights on the field, by short names of groups. */
                permissions?: {
                    /**
                     * @description See it.
                     * @default []
                     */
                    read: string[];
                    /**
                     * @description Fill it in a new artifact.
                     * @default []
                     */
                    submit: string[];
                    /**
                     * @description See and change it.
                     * @default []
                     */
                    update: string[];
                };
                /** @description What it was called: the element is renamed, and artifacts keep their values. */
                previous_name?: string;
                /** @description As `specific_properties` of the field; those left out have their defaults. */
                settings?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Kind of form element.
                 * @enum {unknown}
                 */
                type: "aid" | "atid" | "column" | "cross" | "date" | "Encrypted" | "fieldset" | "float" | "int" | "linebreak" | "lud" | "priority" | "separator" | "staticrichtext" | "string" | "subon" | "text" | "ttmstepdef" | "ttmstepexec" | "art_link" | "burndown" | "burnup" | "cb" | "computed" | "file" | "luby" | "msb" | "perm" | "rb" | "sb" | "subby" | "tbl";
            }[];
            /** @description What the tracker is called and how it behaves. */
            general?: {
                /**
                 * @description Artifacts can be copied.
                 * @default true
                 */
                allow_copy: boolean;
                /**
                 * @description Shown above lists of artifacts.
                 * @default
                 */
                browse_instructions: string;
                /**
                 * @description Colour of the palette.
                 * @default inca-silver
                 * @enum {unknown}
                 */
                color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                /**
                 * @description What the tracker is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Artifacts can be created by mail.
                 * @default false
                 */
                enable_email_gateway: boolean;
                /**
                 * @description Artifacts can be moved to and from other trackers.
                 * @default true
                 */
                enable_move_artifacts: boolean;
                /**
                 * @description Copied with the project when that is a template.
                 * @default false
                 */
                instantiate_for_new_projects: boolean;
                /**
                 * @description Offered in the menu of new things.
                 * @default false
                 */
                is_displayed_in_new_dropdown: boolean;
                /** @description Short name of its artifacts: the keyword of references to them. */
                item_name: string;
                /**
                 * @description Changes of the priority are kept in the history.
                 * @default false
                 */
                log_priority_changes: boolean;
                /** @description Name of the tracker. */
                name: string;
                /**
                 * @description Shown above the form of a new artifact.
                 * @default
                 */
                submit_instructions: string;
                /**
                 * @description Comments can be restricted to groups.
                 * @default true
                 */
                use_private_comments: boolean;
            };
            /** @description Where the tracker stands in the hierarchy. */
            hierarchy?: {
                /** @description The parent of the tracker; null = none. */
                parent: string | null;
            };
            /** @description What is told by mail. */
            notifications?: {
                /**
                 * @description Which changes are told by mail.
                 * @default all
                 * @enum {unknown}
                 */
                level: "all" | "none" | "status_change";
                /**
                 * @description A calendar event goes with them; needs a title and a timeframe.
                 * @default false
                 */
                should_send_event: boolean;
            };
            /** @description Rights on the tracker, by short names of groups. One that is left out is granted to nobody. */
            permissions?: {
                /**
                 * @description Administer the tracker.
                 * @default []
                 */
                admin: string[];
                /**
                 * @description See artifacts that are assigned to their people.
                 * @default []
                 */
                assignee: string[];
                /**
                 * @description See all artifacts.
                 * @default []
                 */
                full: string[];
                /**
                 * @description See artifacts that their people submitted.
                 * @default []
                 */
                submitter: string[];
                /**
                 * @description See what they submitted themselves.
                 * @default []
                 */
                submitter_only: string[];
            };
            /** @description Public reports. */
            reports?: {
                /**
                 * @description Criteria, in their order.
                 * @default []
                 */
                criteria: {
                    /** @description Field. */
                    field: string;
                    /** @description None is looked for, too. */
                    includes_none?: boolean;
                    /**
                     * @description Several values can be chosen.
                     * @default false
                     */
                    is_advanced: boolean;
                    /** @description What the operator is applied to. */
                    operand?: unknown;
                    /** @description With `operand`: a criterion as `query` of artifacts takes it. */
                    operator?: string;
                    /** @description What is looked for, in fields that are no list. */
                    text?: string;
                    /** @description What is looked for in a list. */
                    values?: string[];
                }[];
                /**
                 * @description What it is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Query in TQL.
                 * @default
                 */
                expert_query: string;
                /**
                 * @description Shown first.
                 * @default false
                 */
                is_default: boolean;
                /**
                 * @description It looks by its query, not by its criteria.
                 * @default false
                 */
                is_in_expert_mode: boolean;
                /**
                 * @description Its criteria are shown.
                 * @default true
                 */
                is_query_displayed: boolean;
                /** @description Name of the report. */
                name: string;
                /** @description What it was called. */
                previous_name?: string;
                /**
                 * @description Tables, in their order.
                 * @default []
                 */
                tables: {
                    /**
                     * @description Columns, in their order.
                     * @default []
                     */
                    columns: {
                        /** @description Field. */
                        field: string;
                        /** @description How links are written. */
                        link_format?: string;
                        /** @description Only links of this type. */
                        link_type?: string;
                    }[];
                    /**
                     * @description What it shows.
                     * @default
                     */
                    description: string;
                    /**
                     * @description Sorted by several columns.
                     * @default false
                     */
                    is_multisort: boolean;
                    /** @description Name of the table. */
                    name: string;
                    /**
                     * @description Rows on a page.
                     * @default 15
                     */
                    rows_per_page: number;
                    /**
                     * @description Columns by which it is sorted.
                     * @default []
                     */
                    sort: string[];
                }[];
            }[];
            /** @description Rules that every artifact obeys. */
            rules?: {
                /**
                 * @description Rules about dates.
                 * @default []
                 */
                dates: {
                    /**
                     * @description How they must stand.
                     * @enum {unknown}
                     */
                    comparator: "<" | "≤" | "=" | "≥" | ">" | "≠";
                    /** @description Field with a date. */
                    source: string;
                    /** @description The other field. */
                    target: string;
                }[];
                /**
                 * @description Dependencies between lists.
                 * @default []
                 */
                lists: {
                    /** @description List that decides. */
                    source_field: string;
                    /** @description null = None. */
                    source_value: string | null;
                    /** @description List that depends on it. */
                    target_field: string;
                    /** @description null = None. */
                    target_value: string | null;
                }[];
            };
            /** @description What fields mean for the tracker; one that is left out is not set. */
            semantics?: {
                /** @description What cards show. */
                card_fields?: {
                    /** @description null = none. */
                    background_color: string | null;
                    /**
                     * @description Fields on a card.
                     * @default []
                     */
                    fields: string[];
                };
                /** @description Field with the people in charge. */
                contributor?: string;
                /** @description Field with the description. */
                description?: string;
                /** @description What is done. */
                done?: {
                    /**
                     * @description Values that mean done.
                     * @default []
                     */
                    closed_values: string[];
                };
                /** @description Field with the effort that was estimated first. */
                initial_effort?: string;
                /** @description Both efforts, or `link_type` alone. */
                progress?: {
                    /** @description Type of links to what is counted. */
                    link_type?: string;
                    /** @description Field with what remains. */
                    remaining_effort?: string;
                    /** @description Field with all the effort. */
                    total_effort?: string;
                };
                /** @description Which artifacts are open. */
                status?: {
                    /** @description Field that tells open from closed. */
                    field: string;
                    /**
                     * @description Values that mean open.
                     * @default []
                     */
                    open_values: string[];
                };
                /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                timeframe?: {
                    /** @description Field with the number of days. */
                    duration?: string;
                    /** @description Field with the last day. */
                    end_date?: string;
                    /** @description Tracker whose timeframe counts. */
                    implied_from?: string;
                    /** @description Field with the first day. */
                    start_date?: string;
                };
                /** @description Field with the title. */
                title?: string;
                /** @description Fields shown where an artifact is pointed at. */
                tooltip?: string[];
                /** @description Field with the velocity. */
                velocity?: string;
            };
            /** @description What follows from children. One about a tracker that is missing is left out. */
            triggers?: {
                /**
                 * @description Of the children, or the parents.
                 * @enum {unknown}
                 */
                condition: "at_least_one" | "all_of";
                /**
                 * @description up: artifacts follow their children; down: they follow their parents.
                 * @default up
                 * @enum {unknown}
                 */
                direction: "up" | "down";
                /** @description What the artifact gets. */
                set: {
                    /** @description List. */
                    field: string;
                    /** @description Value. */
                    value: string;
                };
                /**
                 * @description What children must have.
                 * @default []
                 */
                when: {
                    /** @description List of it. */
                    field: string;
                    /** @description Item name of a child tracker; for down of the parent tracker. */
                    tracker: string;
                    /** @description Value of it. */
                    value: string;
                }[];
            }[];
            /**
             * @description Version of this form.
             * @default 1
             * @constant
             */
            version: 1;
            /** @description Addresses that are told of changes. */
            webhooks?: string[];
            /** @description null = none. */
            workflow?: {
                /** @description The list that the workflow governs. */
                field: string;
                /**
                 * @description It is enforced.
                 * @default true
                 */
                is_enabled: boolean;
                /**
                 * @description Of an old platform, with its behaviour.
                 * @default false
                 */
                is_legacy: boolean;
                /**
                 * @description Settings by state, or by transition.
                 * @default simple
                 * @enum {unknown}
                 */
                mode: "simple" | "advanced";
                /**
                 * @description Each pair of values once.
                 * @default []
                 */
                transitions: {
                    /**
                     * @description What it does, in this order.
                     * @default []
                     */
                    actions: {
                        /** @description set_field_value: the field. */
                        field?: string;
                        /** @description frozen_fields, hidden_fieldsets: the elements. */
                        fields?: string[];
                        /** @description run_job: the address that is called. */
                        job_url?: string;
                        /**
                         * @description What is done.
                         * @enum {unknown}
                         */
                        type: "set_field_value" | "run_job" | "frozen_fields" | "hidden_fieldsets";
                        /** @description set_field_value: the value. */
                        value?: number | string;
                    }[];
                    /** @description Value before; null = new artifact. */
                    from: string | null;
                    /**
                     * @description Who may take it.
                     * @default []
                     */
                    groups: string[];
                    /**
                     * @description There must be a comment.
                     * @default false
                     */
                    is_comment_required: boolean;
                    /**
                     * @description Fields that must have a value.
                     * @default []
                     */
                    not_empty: string[];
                    /** @description Value after. */
                    to: string;
                }[];
            } | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Everything that is configured about a tracker, by names: nothing is left out. */
        TrackerDefinitionAsRead: {
            /**
             * @description Texts ready for comments.
             * @default []
             */
            canned_responses: {
                /** @description Text. */
                body: string;
                /** @description Title. */
                title: string;
            }[];
            /** @description The form, in its order. */
            form?: {
                /** @description What a list draws from; only the members of its type. */
                bind?: {
                    /** @description users: whom new artifacts have. */
                    default_users?: string[];
                    /** @description ugroups: the groups, in their order. */
                    groups?: {
                        /** @description Short name of the group. */
                        group: string;
                        /** @description New artifacts have it. */
                        is_default?: boolean;
                        /** @description No longer offered. */
                        is_hidden?: boolean;
                    }[];
                    /** @description static: values are shown by label, not in this order. */
                    is_alphabetical?: boolean;
                    /** @description users: who is offered. */
                    sources?: string[];
                    /**
                     * @description What the list draws from.
                     * @enum {unknown}
                     */
                    type: "static" | "users" | "ugroups";
                    /** @description static: all values, in their order. */
                    values?: {
                        /** @description Colour; null = none. */
                        color?: string | null;
                        /** @description Longer text. */
                        description?: string;
                        /** @description New artifacts have it. */
                        is_default?: boolean;
                        /** @description No longer offered. */
                        is_hidden?: boolean;
                        /** @description Text of the value. */
                        label: string;
                        /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                        previous_label?: string;
                        /** @description What other parts of the definition call it, where the label is not unique in its list. */
                        reference?: string;
                    }[];
                };
                /** @description Elements inside a fieldset or a column, in their order. */
                content?: unknown[];
                /**
                 * @description What it is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Users in the field are notified.
                 * @default false
                 */
                has_notifications: boolean;
                /**
                 * @description A value must be given.
                 * @default false
                 */
                is_required: boolean;
                /**
                 * @description Part of the form; otherwise it only keeps its values.
                 * @default true
                 */
                is_used: boolean;
                /** @description Name to show. */
                label: string;
                /** @description Short name, unique in the tracker: what everything else calls the element. */
                name: string;
                /** @description Colour; null = none. */
                none_color?: string | null;
                /** @description Rights on the field, by short names of groups. */
                permissions?: {
                    /**
                     * @description See it.
                     * @default []
                     */
                    read: string[];
                    /**
                     * @description Fill it in a new artifact.
                     * @default []
                     */
                    submit: string[];
                    /**
                     * @description See and change it.
                     * @default []
                     */
                    update: string[];
                };
                /** @description What it was called: the element is renamed, and artifacts keep their values. */
                previous_name?: string;
                /** @description As `specific_properties` of the field; those left out have their defaults. */
                settings?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Kind of form element.
                 * @enum {unknown}
                 */
                type: "aid" | "atid" | "column" | "cross" | "date" | "Encrypted" | "fieldset" | "float" | "int" | "linebreak" | "lud" | "priority" | "separator" | "staticrichtext" | "string" | "subon" | "text" | "ttmstepdef" | "ttmstepexec" | "art_link" | "burndown" | "burnup" | "cb" | "computed" | "file" | "luby" | "msb" | "perm" | "rb" | "sb" | "subby" | "tbl";
            }[];
            /** @description What the tracker is called and how it behaves. */
            general?: {
                /**
                 * @description Artifacts can be copied.
                 * @default true
                 */
                allow_copy: boolean;
                /**
                 * @description Shown above lists of artifacts.
                 * @default
                 */
                browse_instructions: string;
                /**
                 * @description Colour of the palette.
                 * @default inca-silver
                 * @enum {unknown}
                 */
                color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                /**
                 * @description What the tracker is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Artifacts can be created by mail.
                 * @default false
                 */
                enable_email_gateway: boolean;
                /**
                 * @description Artifacts can be moved to and from other trackers.
                 * @default true
                 */
                enable_move_artifacts: boolean;
                /**
                 * @description Copied with the project when that is a template.
                 * @default false
                 */
                instantiate_for_new_projects: boolean;
                /**
                 * @description Offered in the menu of new things.
                 * @default false
                 */
                is_displayed_in_new_dropdown: boolean;
                /** @description Short name of its artifacts: the keyword of references to them. */
                item_name: string;
                /**
                 * @description Changes of the priority are kept in the history.
                 * @default false
                 */
                log_priority_changes: boolean;
                /** @description Name of the tracker. */
                name: string;
                /**
                 * @description Shown above the form of a new artifact.
                 * @default
                 */
                submit_instructions: string;
                /**
                 * @description Comments can be restricted to groups.
                 * @default true
                 */
                use_private_comments: boolean;
            };
            /** @description Where the tracker stands in the hierarchy. */
            hierarchy?: {
                /** @description The parent of the tracker; null = none. */
                parent: string | null;
            };
            /** @description What is told by mail. */
            notifications?: {
                /**
                 * @description Which changes are told by mail.
                 * @default all
                 * @enum {unknown}
                 */
                level: "all" | "none" | "status_change";
                /**
                 * @description A calendar event goes with them; needs a title and a timeframe.
                 * @default false
                 */
                should_send_event: boolean;
            };
            /** @description Rights on the tracker, by short names of groups. One that is left out is granted to nobody. */
            permissions?: {
                /**
                 * @description Administer the tracker.
                 * @default []
                 */
                admin: string[];
                /**
                 * @description See artifacts that are assigned to their people.
                 * @default []
                 */
                assignee: string[];
                /**
                 * @description See all artifacts.
                 * @default []
                 */
                full: string[];
                /**
                 * @description See artifacts that their people submitted.
                 * @default []
                 */
                submitter: string[];
                /**
                 * @description See what they submitted themselves.
                 * @default []
                 */
                submitter_only: string[];
            };
            /** @description Public reports. */
            reports?: {
                /**
                 * @description Criteria, in their order.
                 * @default []
                 */
                criteria: {
                    /** @description Field. */
                    field: string;
                    /** @description None is looked for, too. */
                    includes_none?: boolean;
                    /**
                     * @description Several values can be chosen.
                     * @default false
                     */
                    is_advanced: boolean;
                    /** @description What the operator is applied to. */
                    operand?: unknown;
                    /** @description With `operand`: a criterion as `query` of artifacts takes it. */
                    operator?: string;
                    /** @description What is looked for, in fields that are no list. */
                    text?: string;
                    /** @description What is looked for in a list. */
                    values?: string[];
                }[];
                /**
                 * @description What it is for.
                 * @default
                 */
                description: string;
                /**
                 * @description Query in TQL.
                 * @default
                 */
                expert_query: string;
                /**
                 * @description Shown first.
                 * @default false
                 */
                is_default: boolean;
                /**
                 * @description It looks by its query, not by its criteria.
                 * @default false
                 */
                is_in_expert_mode: boolean;
                /**
                 * @description Its criteria are shown.
                 * @default true
                 */
                is_query_displayed: boolean;
                /** @description Name of the report. */
                name: string;
                /** @description What it was called. */
                previous_name?: string;
                /**
                 * @description Tables, in their order.
                 * @default []
                 */
                tables: {
                    /**
                     * @description Columns, in their order.
                     * @default []
                     */
                    columns: {
                        /** @description Field. */
                        field: string;
                        /** @description How links are written. */
                        link_format?: string;
                        /** @description Only links of this type. */
                        link_type?: string;
                    }[];
                    /**
                     * @description What it shows.
                     * @default
                     */
                    description: string;
                    /**
                     * @description Sorted by several columns.
                     * @default false
                     */
                    is_multisort: boolean;
                    /** @description Name of the table. */
                    name: string;
                    /**
                     * @description Rows on a page.
                     * @default 15
                     */
                    rows_per_page: number;
                    /**
                     * @description Columns by which it is sorted.
                     * @default []
                     */
                    sort: string[];
                }[];
            }[];
            /** @description Rules that every artifact obeys. */
            rules?: {
                /**
                 * @description Rules about dates.
                 * @default []
                 */
                dates: {
                    /**
                     * @description How they must stand.
                     * @enum {unknown}
                     */
                    comparator: "<" | "≤" | "=" | "≥" | ">" | "≠";
                    /** @description Field with a date. */
                    source: string;
                    /** @description The other field. */
                    target: string;
                }[];
                /**
                 * @description Dependencies between lists.
                 * @default []
                 */
                lists: {
                    /** @description List that decides. */
                    source_field: string;
                    /** @description null = None. */
                    source_value: string | null;
                    /** @description List that depends on it. */
                    target_field: string;
                    /** @description null = None. */
                    target_value: string | null;
                }[];
            };
            /** @description What fields mean for the tracker; one that is left out is not set. */
            semantics?: {
                /** @description What cards show. */
                card_fields?: {
                    /** @description null = none. */
                    background_color: string | null;
                    /**
                     * @description Fields on a card.
                     * @default []
                     */
                    fields: string[];
                };
                /** @description Field with the people in charge. */
                contributor?: string;
                /** @description Field with the description. */
                description?: string;
                /** @description What is done. */
                done?: {
                    /**
                     * @description Values that mean done.
                     * @default []
                     */
                    closed_values: string[];
                };
                /** @description Field with the effort that was estimated first. */
                initial_effort?: string;
                /** @description Both efforts, or `link_type` alone. */
                progress?: {
                    /** @description Type of links to what is counted. */
                    link_type?: string;
                    /** @description Field with what remains. */
                    remaining_effort?: string;
                    /** @description Field with all the effort. */
                    total_effort?: string;
                };
                /** @description Which artifacts are open. */
                status?: {
                    /** @description Field that tells open from closed. */
                    field: string;
                    /**
                     * @description Values that mean open.
                     * @default []
                     */
                    open_values: string[];
                };
                /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                timeframe?: {
                    /** @description Field with the number of days. */
                    duration?: string;
                    /** @description Field with the last day. */
                    end_date?: string;
                    /** @description Tracker whose timeframe counts. */
                    implied_from?: string;
                    /** @description Field with the first day. */
                    start_date?: string;
                };
                /** @description Field with the title. */
                title?: string;
                /** @description Fields shown where an artifact is pointed at. */
                tooltip?: string[];
                /** @description Field with the velocity. */
                velocity?: string;
            };
            /** @description What follows from children. One about a tracker that is missing is left out. */
            triggers?: {
                /**
                 * @description Of the children, or the parents.
                 * @enum {unknown}
                 */
                condition: "at_least_one" | "all_of";
                /**
                 * @description up: artifacts follow their children; down: they follow their parents.
                 * @default up
                 * @enum {unknown}
                 */
                direction: "up" | "down";
                /** @description What the artifact gets. */
                set: {
                    /** @description List. */
                    field: string;
                    /** @description Value. */
                    value: string;
                };
                /**
                 * @description What children must have.
                 * @default []
                 */
                when: {
                    /** @description List of it. */
                    field: string;
                    /** @description Item name of a child tracker; for down of the parent tracker. */
                    tracker: string;
                    /** @description Value of it. */
                    value: string;
                }[];
            }[];
            /**
             * @description Version of this form.
             * @default 1
             * @constant
             */
            version: 1;
            /** @description Addresses that are told of changes. */
            webhooks?: string[];
            /** @description null = none. */
            workflow?: {
                /** @description The list that the workflow governs. */
                field: string;
                /**
                 * @description It is enforced.
                 * @default true
                 */
                is_enabled: boolean;
                /**
                 * @description Of an old platform, with its behaviour.
                 * @default false
                 */
                is_legacy: boolean;
                /**
                 * @description Settings by state, or by transition.
                 * @default simple
                 * @enum {unknown}
                 */
                mode: "simple" | "advanced";
                /**
                 * @description Each pair of values once.
                 * @default []
                 */
                transitions: {
                    /**
                     * @description What it does, in this order.
                     * @default []
                     */
                    actions: {
                        /** @description set_field_value: the field. */
                        field?: string;
                        /** @description frozen_fields, hidden_fieldsets: the elements. */
                        fields?: string[];
                        /** @description run_job: the address that is called. */
                        job_url?: string;
                        /**
                         * @description What is done.
                         * @enum {unknown}
                         */
                        type: "set_field_value" | "run_job" | "frozen_fields" | "hidden_fieldsets";
                        /** @description set_field_value: the value. */
                        value?: number | string;
                    }[];
                    /** @description Value before; null = new artifact. */
                    from: string | null;
                    /**
                     * @description Who may take it.
                     * @default []
                     */
                    groups: string[];
                    /**
                     * @description There must be a comment.
                     * @default false
                     */
                    is_comment_required: boolean;
                    /**
                     * @description Fields that must have a value.
                     * @default []
                     */
                    not_empty: string[];
                    /** @description Value after. */
                    to: string;
                }[];
            } | null;
        };
        /** @description A tracker inside another object. */
        TrackerReference: {
            /** @description Colour of the tracker: a name of the palette. */
            color: string;
            /** @description Id of the tracker. */
            id: number;
            /** @description Name of the tracker. */
            label: string;
            /** @description A project inside another object. */
            project: {
                /** @description Emoji of the project, or an empty text. */
                icon: string;
                /** @description Id of the project. */
                id: number;
                /** @description Name of the project. */
                label: string;
                /** @description `projects/{id}` */
                uri: string;
            };
            /** @description `trackers/{id}` */
            uri: string;
        };
        /** @description Rules that every artifact obeys, with and without workflow. */
        TrackerRules: {
            /** @description Rules about dates. */
            dates: {
                /**
                 * @description How the first date stands to the second.
                 * @enum {unknown}
                 */
                comparator: "<" | "≤" | "=" | "≥" | ">" | "≠";
                /** @description Id of the first date. */
                source_field_id: number;
                /** @description Its short name; null for a field that is gone. */
                source_field_name: string | null;
                /** @description Id of the second date. */
                target_field_id: number;
                /** @description Its short name; null for a field that is gone. */
                target_field_name: string | null;
            }[];
            /** @description Dependencies between lists: of two lists that a rule ties, only the pairs are possible that are here. */
            lists: {
                /** @description Id of the list that decides. */
                source_field_id: number;
                /** @description Its short name; null for a field that is gone. */
                source_field_name: string | null;
                /** @description Id of its value; 100 is None. */
                source_value_id: number;
                /** @description Its label; null for None. */
                source_value_label: string | null;
                /** @description Id of the list that depends on it. */
                target_field_id: number;
                /** @description Its short name; null for a field that is gone. */
                target_field_name: string | null;
                /** @description Id of a value that is then possible; 100 is None. */
                target_value_id: number;
                /** @description Its label; null for None. */
                target_value_label: string | null;
            }[];
        };
        /** @description Place of a form element. */
        TrackerStructure: {
            /** @description Elements in a container, in order, of this same form; null for all others. */
            content: unknown;
            /** @description Id of the form element. */
            id: number;
        };
        /** @description What artifacts of a tracker get because of their children or parents. */
        TrackerTriggers: {
            /** @description Triggers that change artifacts of this tracker. */
            triggers: {
                /**
                 * @description How many of the children, or of the parents.
                 * @enum {unknown}
                 */
                condition: "at_least_one" | "all_of";
                /**
                 * @description `up`: an artifact follows its children; `down`: it follows its parents.
                 * @enum {unknown}
                 */
                direction: "up" | "down";
                /** @description What its children, or its parents, must have: one of these. */
                sources: {
                    /** @description Id of the list. */
                    field_id: number;
                    /** @description Its short name; null for a field that is gone. */
                    field_name: string | null;
                    /** @description Id of the tracker. */
                    tracker_id: number;
                    /** @description Its short name, `project/name` in another project; null for one that is gone. */
                    tracker_name: string | null;
                    /** @description Id of the value. */
                    value_id: number;
                    /** @description Its label; null for a value that is gone. */
                    value_label: string | null;
                }[];
                /** @description What an artifact of this tracker gets. */
                target: {
                    /** @description Id of the list. */
                    field_id: number;
                    /** @description Its short name; null for a field that is gone. */
                    field_name: string | null;
                    /** @description Id of the value. */
                    value_id: number;
                    /** @description Its label; null for a value that is gone. */
                    value_label: string | null;
                };
            }[];
        };
        /** @description How people work with a tracker. */
        TrackerUsage: {
            /** @description Shown above lists of artifacts. */
            browse_instructions: string;
            /** @description Whether artifacts can be copied. */
            can_copy_artifacts: boolean;
            /** @description Whether the requester may create artifacts. */
            can_create_artifacts: boolean;
            /** @description Whether comments can be for some user groups only. */
            has_private_comments: boolean;
            /** @description Shown above the form of a new artifact. */
            submit_instructions: string;
        };
        /** @description Which steps between the values of a field are possible. */
        TrackerWorkflow: {
            /** @description Field whose values are the states; 0 without workflow. */
            field_id: number;
            /** @description Each transition has settings of its own; otherwise each state. */
            is_advanced: boolean;
            /** @description Of the old kind. */
            is_legacy: boolean;
            /** @description `1` enabled, `0` disabled, empty without workflow. */
            is_used: string;
            /** @description Rules that hold with and without workflow. */
            rules: {
                /** @description Comparisons that must hold. */
                dates: {
                    /** @description `<`, `≤`, `=`, `≥`, `>` or `≠`. */
                    comparator: string;
                    /** @description Field on the left. */
                    source_field_id: number;
                    /** @description Field on the right. */
                    target_field_id: number;
                }[];
                /** @description Pairs of values that are possible. */
                lists: {
                    /** @description Field that decides. */
                    source_field_id: number;
                    /** @description Its value; 100 is none. */
                    source_value_id: number;
                    /** @description Field that depends on it. */
                    target_field_id: number;
                    /** @description A value that is then possible; 100 is none. */
                    target_value_id: number;
                }[];
            };
            /** @description Steps that the requester may take. */
            transitions: {
                /** @description Value that it starts from; null for a new artifact. */
                from_id: number | null;
                /** @description Id of the transition. */
                id: number;
                /** @description Value that it leads to. */
                to_id: number;
            }[];
        };
        /** @description A transition with its conditions. */
        Transition: {
            /** @description Groups whose people may take it; at least one. */
            authorized_user_group_ids: string[];
            /** @description Value that it starts from; null for a new artifact. */
            from_id: number | null;
            /** @description Id of the transition. */
            id: number;
            /** @description The step needs a comment; never for new artifacts. */
            is_comment_required: boolean;
            /** @description Fields that must have a value after the step. */
            not_empty_field_ids: number[];
            /** @description Value that it leads to. */
            to_id: number;
        };
        /** @description The conditions of a transition, all of them. */
        TransitionConditions: {
            /** @description Groups whose people may take it; at least one. */
            authorized_user_group_ids: string[];
            /** @description The step needs a comment; never for new artifacts. */
            is_comment_required: boolean;
            /** @description Fields that must have a value after the step. */
            not_empty_field_ids: number[];
        };
        /**
         * Value of a field of type aid
         * @description Of a field of type aid.
         */
        ValueOfAFieldOfTypeAid: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "aid";
            /** @description Id of the artifact. */
            value: number;
        };
        /**
         * Value of a field of type art_link
         * @description Of a field of type art_link.
         */
        ValueOfAFieldOfTypeArt_link: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /** @description Links from this artifact. */
            links: {
                /** @description Id of the artifact at the other end. */
                id: number;
                /** @description Its tracker, with the project. */
                tracker: {
                    [key: string]: unknown;
                };
                /** @description Null or "": untyped. */
                type: string | null;
                /** @description Resource of that artifact. */
                uri: string;
            }[];
            /** @description Links from others to this artifact. */
            reverse_links: {
                /** @description Id of the artifact at the other end. */
                id: number;
                /** @description Its tracker, with the project. */
                tracker: {
                    [key: string]: unknown;
                };
                /** @description Null or "": untyped. */
                type: string | null;
                /** @description Resource of that artifact. */
                uri: string;
            }[];
            /**
             * @description Type of the field.
             * @constant
             */
            type: "art_link";
        };
        /**
         * Value of a field of type atid
         * @description Of a field of type atid.
         */
        ValueOfAFieldOfTypeAtid: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "atid";
            /** @description Number of the artifact inside its tracker, from 1. */
            value: number;
        };
        /**
         * Value of a field of type burndown
         * @description Of a field of type burndown.
         */
        ValueOfAFieldOfTypeBurndown: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "burndown";
            /** @description The chart. */
            value: {
                /** @description Null when not set. */
                capacity: number | null;
                /** @description Null when not set. */
                duration: number | null;
                /** @description False: charts are calculated when they are read. */
                is_under_calculation: boolean;
                /** @description Days that have a point. */
                opening_days: number[];
                /** @description The efforts that are known, in order. */
                points: number[];
                /** @description One point for each opening day until today. */
                points_with_date: {
                    /**
                     * Format: date-time
                     * @description Moment of the point.
                     */
                    date: string;
                    /** @description Null when there was none. */
                    remaining_effort: number | null;
                }[];
                /** @description Null when no start is set. */
                start_date: string | null;
            };
        };
        /**
         * Value of a field of type burnup
         * @description Of a field of type burnup.
         */
        ValueOfAFieldOfTypeBurnup: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "burnup";
            /** @description The chart. */
            value: {
                /** @description Null when not set. */
                capacity: number | null;
                /** @description Null when not set. */
                duration: number | null;
                /** @description True also when the chart is not configured. */
                is_under_calculation: boolean;
                /** @description Null when the chart is not configured. */
                opening_days: number[] | null;
                /** @description Points by effort. */
                points_with_date: {
                    /**
                     * Format: date-time
                     * @description Moment of the point.
                     */
                    date: string;
                    /** @description Effort done. */
                    team_effort: number;
                    /** @description Effort in all. */
                    total_effort: number;
                }[];
                /** @description Points by number of artifacts. */
                points_with_date_count_elements: {
                    /** @description Artifacts done. */
                    closed_elements: number;
                    /**
                     * Format: date-time
                     * @description Moment of the point.
                     */
                    date: string;
                    /** @description Artifacts in all. */
                    total_elements: number;
                }[];
                /** @description Null when no start is set. */
                start_date: string | null;
            };
        };
        /**
         * Value of a field of type cb
         * @description Of a field of type cb.
         */
        ValueOfAFieldOfTypeCb: {
            /** @description Ids of the choices, as they are sent back. */
            bind_value_ids: (number | string)[];
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "cb";
            /** @description What is chosen, with all that is known of it. */
            values: ({
                /** @description Colour of old trackers; null when it has none or one of the palette. */
                color: {
                    /** @description Blue, 0 to 255. */
                    b: number;
                    /** @description Green, 0 to 255. */
                    g: number;
                    /** @description Red, 0 to 255. */
                    r: number;
                } | null;
                /** @description Id of the value, to be sent in bind_value_ids. */
                id: number;
                /** @description Whether it is no longer offered. */
                is_hidden: boolean;
                /** @description Text of the value. */
                label: string;
                /** @description Null when it has none. */
                tlp_color: string | null;
            } | {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | {
                /** @description REST id. */
                id: string;
                /** @description Key of the label. */
                key: string;
                /** @description Name for people. */
                label: string;
                /** @description Name for programs. */
                short_name: string;
                /** @description Resource of the group. */
                uri: string;
                /** @description Resource of its members. */
                users_uri: string;
            })[];
        };
        /**
         * Value of a field of type computed
         * @description Of a field of type computed.
         */
        ValueOfAFieldOfTypeComputed: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Whether there is no manual value. */
            is_autocomputed: boolean;
            /** @description Label of the field. */
            label: string;
            /** @description Null when not set. */
            manual_value: number | null;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "computed";
            /** @description Null when nothing was added. */
            value: number | null;
        };
        /**
         * Value of a field of type cross
         * @description Of a field of type cross.
         */
        ValueOfAFieldOfTypeCross: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "cross";
            /** @description References, those that go out first. */
            value: {
                /** @description out: named by this artifact; in: it names this artifact. */
                direction: "out" | "in" | "both";
                /** @description As texts write it: `art #12`. */
                ref: string;
                /** @description Address of the other end. */
                url: string;
            }[];
        };
        /**
         * Value of a field of type date
         * @description Of a field of type date.
         */
        ValueOfAFieldOfTypeDate: {
            /** @description Id of the field. */
            field_id: number;
            /** @description true: a point in time; false: a day. */
            is_time_displayed: boolean;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "date";
            /** @description The date; null = none. */
            value: string | null;
        };
        /**
         * Value of a field of type Encrypted
         * @description Of a field of type Encrypted.
         */
        ValueOfAFieldOfTypeEncrypted: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "Encrypted";
            /** @description The encrypted text, base64. */
            value: string;
        };
        /**
         * Value of a field of type file
         * @description Of a field of type file.
         */
        ValueOfAFieldOfTypeFile: {
            /** @description Id of the field. */
            field_id: number;
            /** @description The attached files. */
            file_descriptions: {
                /** @description What its sender said of it. */
                description: string;
                /** @description Null for what is no image. */
                html_preview_url: string | null;
                /** @description Null for a file that is not attached. */
                html_url: string | null;
                /** @description Id of the file, to be sent back to keep it. */
                id: number;
                /** @description Name of the file. */
                name: string;
                /** @description Null where it is not known. */
                sha256: string | null;
                /** @description Size in bytes. */
                size: number;
                /** @description Id of the account that sent it. */
                submitted_by: number;
                /** @description Media type. */
                type: string;
                /** @description Resource of the content. */
                uri: string;
            }[];
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "file";
        };
        /**
         * Value of a field of type float
         * @description Of a field of type float.
         */
        ValueOfAFieldOfTypeFloat: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "float";
            /** @description The number; null = cleared. */
            value: number | null;
        };
        /**
         * Value of a field of type int
         * @description Of a field of type int.
         */
        ValueOfAFieldOfTypeInt: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "int";
            /** @description The number; null = cleared. */
            value: number | null;
        };
        /**
         * Value of a field of type luby
         * @description Of a field of type luby.
         */
        ValueOfAFieldOfTypeLuby: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "luby";
            /** @description A user, as shown to those who are signed in. */
            value: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
        };
        /**
         * Value of a field of type lud
         * @description Of a field of type lud.
         */
        ValueOfAFieldOfTypeLud: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "lud";
            /**
             * Format: date-time
             * @description When the artifact was changed last.
             */
            value: string;
        };
        /**
         * Value of a field of type msb
         * @description Of a field of type msb.
         */
        ValueOfAFieldOfTypeMsb: {
            /** @description Ids of the choices, as they are sent back. */
            bind_value_ids: (number | string)[];
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "msb";
            /** @description What is chosen, with all that is known of it. */
            values: ({
                /** @description Colour of old trackers; null when it has none or one of the palette. */
                color: {
                    /** @description Blue, 0 to 255. */
                    b: number;
                    /** @description Green, 0 to 255. */
                    g: number;
                    /** @description Red, 0 to 255. */
                    r: number;
                } | null;
                /** @description Id of the value, to be sent in bind_value_ids. */
                id: number;
                /** @description Whether it is no longer offered. */
                is_hidden: boolean;
                /** @description Text of the value. */
                label: string;
                /** @description Null when it has none. */
                tlp_color: string | null;
            } | {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | {
                /** @description REST id. */
                id: string;
                /** @description Key of the label. */
                key: string;
                /** @description Name for people. */
                label: string;
                /** @description Name for programs. */
                short_name: string;
                /** @description Resource of the group. */
                uri: string;
                /** @description Resource of its members. */
                users_uri: string;
            })[];
        };
        /**
         * Value of a field of type perm
         * @description Of a field of type perm.
         */
        ValueOfAFieldOfTypePerm: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Labels of the groups. */
            granted_groups: string[];
            /** @description Ids of the groups. */
            granted_groups_ids: string[];
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "perm";
        };
        /**
         * Value of a field of type priority
         * @description Of a field of type priority.
         */
        ValueOfAFieldOfTypePriority: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "priority";
            /** @description Global rank of the artifact. */
            value: number;
        };
        /**
         * Value of a field of type rb
         * @description Of a field of type rb.
         */
        ValueOfAFieldOfTypeRb: {
            /** @description Ids of the choices, as they are sent back. */
            bind_value_ids: (number | string)[];
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "rb";
            /** @description What is chosen, with all that is known of it. */
            values: ({
                /** @description Colour of old trackers; null when it has none or one of the palette. */
                color: {
                    /** @description Blue, 0 to 255. */
                    b: number;
                    /** @description Green, 0 to 255. */
                    g: number;
                    /** @description Red, 0 to 255. */
                    r: number;
                } | null;
                /** @description Id of the value, to be sent in bind_value_ids. */
                id: number;
                /** @description Whether it is no longer offered. */
                is_hidden: boolean;
                /** @description Text of the value. */
                label: string;
                /** @description Null when it has none. */
                tlp_color: string | null;
            } | {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | {
                /** @description REST id. */
                id: string;
                /** @description Key of the label. */
                key: string;
                /** @description Name for people. */
                label: string;
                /** @description Name for programs. */
                short_name: string;
                /** @description Resource of the group. */
                uri: string;
                /** @description Resource of its members. */
                users_uri: string;
            })[];
        };
        /**
         * Value of a field of type sb
         * @description Of a field of type sb.
         */
        ValueOfAFieldOfTypeSb: {
            /** @description Ids of the choices, as they are sent back. */
            bind_value_ids: (number | string)[];
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "sb";
            /** @description What is chosen, with all that is known of it. */
            values: ({
                /** @description Colour of old trackers; null when it has none or one of the palette. */
                color: {
                    /** @description Blue, 0 to 255. */
                    b: number;
                    /** @description Green, 0 to 255. */
                    g: number;
                    /** @description Red, 0 to 255. */
                    r: number;
                } | null;
                /** @description Id of the value, to be sent in bind_value_ids. */
                id: number;
                /** @description Whether it is no longer offered. */
                is_hidden: boolean;
                /** @description Text of the value. */
                label: string;
                /** @description Null when it has none. */
                tlp_color: string | null;
            } | {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | {
                /** @description REST id. */
                id: string;
                /** @description Key of the label. */
                key: string;
                /** @description Name for people. */
                label: string;
                /** @description Name for programs. */
                short_name: string;
                /** @description Resource of the group. */
                uri: string;
                /** @description Resource of its members. */
                users_uri: string;
            })[];
        };
        /**
         * Value of a field of type string
         * @description Of a field of type string.
         */
        ValueOfAFieldOfTypeString: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "string";
            /** @description The text. */
            value: string;
        };
        /**
         * Value of a field of type subby
         * @description Of a field of type subby.
         */
        ValueOfAFieldOfTypeSubby: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "subby";
            /** @description A user, as shown to those who are signed in. */
            value: {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            };
        };
        /**
         * Value of a field of type subon
         * @description Of a field of type subon.
         */
        ValueOfAFieldOfTypeSubon: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "subon";
            /**
             * Format: date-time
             * @description When the artifact was created.
             */
            value: string;
        };
        /**
         * Value of a field of type tbl
         * @description Of a field of type tbl.
         */
        ValueOfAFieldOfTypeTbl: {
            /** @description static, users or ugroups. */
            bind_type: string;
            /** @description Labels of the values. */
            bind_value_ids: string[];
            /** @description The values, with all that is known of them. */
            bind_value_objects: ({
                /** @description Colour of old trackers; null when it has none or one of the palette. */
                color: {
                    /** @description Blue, 0 to 255. */
                    b: number;
                    /** @description Green, 0 to 255. */
                    g: number;
                    /** @description Red, 0 to 255. */
                    r: number;
                } | null;
                /** @description Id of the value, to be sent in bind_value_ids. */
                id: number;
                /** @description Whether it is no longer offered. */
                is_hidden: boolean;
                /** @description Text of the value. */
                label: string;
                /** @description Null when it has none. */
                tlp_color: string | null;
            } | {
                /** @description Number of the value after the letter o. */
                id: string;
                /** @description Text of the value. */
                label: string;
            } | {
                /** @description Absolute address of the picture (PNG), readable without login. */
                avatar_url: string;
                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                display_name: string;
                /** @description Null for an anonymous author without address. */
                email: string | null;
                /** @description Whether the picture is their own, not the default one. */
                has_avatar: boolean;
                /** @description Null for an anonymous author. */
                id: number | null;
                /** @description Whether there is no account behind it. */
                is_anonymous: boolean;
                /** @description Null for an anonymous author. */
                ldap_id: string | null;
                /** @description Null for an anonymous author. */
                real_name: string | null;
                /** @description Null for an anonymous author. */
                status: string | null;
                /** @description Null for an anonymous author. */
                uri: string | null;
                /** @description Null for an anonymous author. */
                user_url: string | null;
                /** @description Null for an anonymous author. */
                username: string | null;
            } | {
                /** @description REST id. */
                id: string;
                /** @description Key of the label. */
                key: string;
                /** @description Name for people. */
                label: string;
                /** @description Name for programs. */
                short_name: string;
                /** @description Resource of the group. */
                uri: string;
                /** @description Resource of its members. */
                users_uri: string;
            })[];
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "tbl";
        };
        /**
         * Value of a field of type text
         * @description Of a field of type text.
         */
        ValueOfAFieldOfTypeText: {
            /** @description Source of a commonmark text; absent for others. */
            commonmark?: string;
            /** @description Id of the field. */
            field_id: number;
            /** @description Format of `value`. */
            format: "text" | "html";
            /** @description Label of the field. */
            label: string;
            /** @description Safe HTML, references turned into links. */
            post_processed_value: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "text";
            /** @description The source; of a commonmark text its safe HTML. */
            value: string;
        };
        /**
         * Value of a field of type ttmstepdef
         * @description Of a field of type ttmstepdef.
         */
        ValueOfAFieldOfTypeTtmstepdef: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "ttmstepdef";
            /** @description The steps in their order. */
            value: {
                /** @description Its source, escaped, if that is commonmark. */
                commonmark_description?: string;
                /** @description Their source, escaped, if that is commonmark. */
                commonmark_expected_results?: string;
                /** @description Safe HTML, or plain text where the format is text. */
                description: string;
                /** @description Format of the description as shown. */
                description_format: "text" | "html";
                /** @description Safe HTML, or plain text where the format is text. */
                expected_results: string;
                /** @description Format of the expected results as shown. */
                expected_results_format: "text" | "html";
                /** @description Changes whenever the steps are written. */
                id: number;
                /** @description Place of the step, from 1. */
                rank: number;
            }[];
        };
        /**
         * Value of a field of type ttmstepexec
         * @description Of a field of type ttmstepexec.
         */
        ValueOfAFieldOfTypeTtmstepexec: {
            /** @description Id of the field. */
            field_id: number;
            /** @description Label of the field. */
            label: string;
            /**
             * @description Type of the field.
             * @constant
             */
            type: "ttmstepexec";
        };
    };
    responses: {
        /** @description Bad Request */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Error401: {
            headers: {
                /** @description The ways to sign in. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Forbidden */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Not Found */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Not Acceptable */
        Error406: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Conflict */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Precondition Failed */
        Error412: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Request Entity Too Large */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Unprocessable Entity */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Too Many Requests */
        Error429: {
            headers: {
                /** @description Seconds after which to try again. */
                "Retry-After"?: string;
                /** @description How many there may be. */
                "X-RateLimit-Limit"?: string;
                /** @description How many are left. */
                "X-RateLimit-Remaining"?: string;
                /** @description When they are counted anew; Unix time in seconds. */
                "X-RateLimit-Reset"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Service Unavailable */
        Error503: {
            headers: {
                /** @description Seconds after which to try again, where that may help. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient Storage */
        Error507: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/xml": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The limit in effect. */
        PaginationLimit: number;
        /** @description The greatest limit. */
        PaginationLimitMax: number;
        /** @description The offset in effect. */
        PaginationOffset: number;
        /** @description Number of matching elements, before the filter of permissions. */
        PaginationSize: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccessKeyScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What access keys can be good for here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What it is good for. */
                        description: string;
                        /** @description What a key is made with: `write:rest`. */
                        identifier: string;
                        /** @description Name for people. */
                        label: string;
                    }[];
                    "application/xml": {
                        /** @description What it is good for. */
                        description: string;
                        /** @description What a key is made with: `write:rest`. */
                        identifier: string;
                        /** @description Name for people. */
                        label: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createAccessKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the key is for. */
                    description?: string;
                    /** @description When it ends; null or left out: never. */
                    expiration_date?: string | null;
                    /** @description Projects that it is limited to; null or left out: all that its owner may see. */
                    projects?: number[] | null;
                    /**
                     * @description What it is good for, at least one; unknown ones are dropped.
                     * @default [
                     *       "write:rest"
                     *     ]
                     */
                    scopes?: string[];
                };
                "application/xml": {
                    /** @description What the key is for. */
                    description?: string;
                    /** @description When it ends; null or left out: never. */
                    expiration_date?: string | null;
                    /** @description Projects that it is limited to; null or left out: all that its owner may see. */
                    projects?: number[] | null;
                    /**
                     * @description What it is good for, at least one; unknown ones are dropped.
                     * @default [
                     *       "write:rest"
                     *     ]
                     */
                    scopes?: string[];
                };
            };
        };
        responses: {
            /** @description A new access key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key, to be sent as X-Auth-AccessKey. It is never shown again. */
                        identifier: string;
                    };
                    "application/xml": {
                        /** @description The key, to be sent as X-Auth-AccessKey. It is never shown again. */
                        identifier: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getAccessKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key, or `self` for the one that this request came with. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An access key, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        creation_date: string;
                        /** @description What it is for. */
                        description: string;
                        /** @description Null: never. */
                        expiration_date: string | null;
                        /** @description Id of the key. */
                        id: number;
                        /** @description Null: never used. */
                        last_used_by: string | null;
                        /** @description Null: never used. */
                        last_used_on: string | null;
                        /** @description Projects that it is limited to; null: it opens all that its owner may see. */
                        projects: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        }[] | null;
                        /** @description What it is good for. */
                        scopes: {
                            /** @description One of `GET /access_key_scopes`. */
                            identifier: string;
                        }[];
                    };
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        creation_date: string;
                        /** @description What it is for. */
                        description: string;
                        /** @description Null: never. */
                        expiration_date: string | null;
                        /** @description Id of the key. */
                        id: number;
                        /** @description Null: never used. */
                        last_used_by: string | null;
                        /** @description Null: never used. */
                        last_used_on: string | null;
                        /** @description Projects that it is limited to; null: it opens all that its owner may see. */
                        projects: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        }[] | null;
                        /** @description What it is good for. */
                        scopes: {
                            /** @description One of `GET /access_key_scopes`. */
                            identifier: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAccessKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account of the caller, with what it may do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What kind of credentials this request came with.
                         * @enum {unknown}
                         */
                        auth: "session" | "access_key" | "oauth2" | "token" | "password";
                        /** @description Whether it may create projects. */
                        can_create_projects: boolean;
                        /** @description Whether it can sign in with a password. */
                        has_password: boolean;
                        /** @description Whether it administrates the platform. */
                        is_site_administrator: boolean;
                        /**
                         * @description Language of pages and mails; "": none was chosen.
                         * @enum {unknown}
                         */
                        language: "" | "en" | "fr";
                        /** @description What of the administration of the platform is delegated to it. */
                        site_permissions: string[];
                        /**
                         * @description Colours of the pages; system: those of the device.
                         * @enum {unknown}
                         */
                        theme: "light" | "dark" | "system";
                        /** @description IANA name of the zone of dates; "": that of the platform. */
                        timezone: string;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                    "application/xml": {
                        /**
                         * @description What kind of credentials this request came with.
                         * @enum {unknown}
                         */
                        auth: "session" | "access_key" | "oauth2" | "token" | "password";
                        /** @description Whether it may create projects. */
                        can_create_projects: boolean;
                        /** @description Whether it can sign in with a password. */
                        has_password: boolean;
                        /** @description Whether it administrates the platform. */
                        is_site_administrator: boolean;
                        /**
                         * @description Language of pages and mails; "": none was chosen.
                         * @enum {unknown}
                         */
                        language: "" | "en" | "fr";
                        /** @description What of the administration of the platform is delegated to it. */
                        site_permissions: string[];
                        /**
                         * @description Colours of the pages; system: those of the device.
                         * @enum {unknown}
                         */
                        theme: "light" | "dark" | "system";
                        /** @description IANA name of the zone of dates; "": that of the platform. */
                        timezone: string;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    patchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    current_password?: string;
                    /** @description E-mail address; another one needs `current_password`. */
                    email?: string;
                    /**
                     * @description Language of pages and mails; "": none was chosen.
                     * @enum {unknown}
                     */
                    language?: "" | "en" | "fr";
                    /** @description Real name. */
                    real_name?: string;
                    /**
                     * @description Colours of the pages; system: those of the device.
                     * @enum {unknown}
                     */
                    theme?: "light" | "dark" | "system";
                    /** @description IANA name of the zone in which dates are shown and meant, such as `Europe/Paris`; "": that of the platform. */
                    timezone?: string;
                };
                "application/xml": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    current_password?: string;
                    /** @description E-mail address; another one needs `current_password`. */
                    email?: string;
                    /**
                     * @description Language of pages and mails; "": none was chosen.
                     * @enum {unknown}
                     */
                    language?: "" | "en" | "fr";
                    /** @description Real name. */
                    real_name?: string;
                    /**
                     * @description Colours of the pages; system: those of the device.
                     * @enum {unknown}
                     */
                    theme?: "light" | "dark" | "system";
                    /** @description IANA name of the zone in which dates are shown and meant, such as `Europe/Paris`; "": that of the platform. */
                    timezone?: string;
                };
            };
        };
        responses: {
            /** @description The account of the caller, with what it may do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What kind of credentials this request came with.
                         * @enum {unknown}
                         */
                        auth: "session" | "access_key" | "oauth2" | "token" | "password";
                        /** @description Whether it may create projects. */
                        can_create_projects: boolean;
                        /** @description Whether it can sign in with a password. */
                        has_password: boolean;
                        /** @description Whether it administrates the platform. */
                        is_site_administrator: boolean;
                        /**
                         * @description Language of pages and mails; "": none was chosen.
                         * @enum {unknown}
                         */
                        language: "" | "en" | "fr";
                        /** @description What of the administration of the platform is delegated to it. */
                        site_permissions: string[];
                        /**
                         * @description Colours of the pages; system: those of the device.
                         * @enum {unknown}
                         */
                        theme: "light" | "dark" | "system";
                        /** @description IANA name of the zone of dates; "": that of the platform. */
                        timezone: string;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                    "application/xml": {
                        /**
                         * @description What kind of credentials this request came with.
                         * @enum {unknown}
                         */
                        auth: "session" | "access_key" | "oauth2" | "token" | "password";
                        /** @description Whether it may create projects. */
                        can_create_projects: boolean;
                        /** @description Whether it can sign in with a password. */
                        has_password: boolean;
                        /** @description Whether it administrates the platform. */
                        is_site_administrator: boolean;
                        /**
                         * @description Language of pages and mails; "": none was chosen.
                         * @enum {unknown}
                         */
                        language: "" | "en" | "fr";
                        /** @description What of the administration of the platform is delegated to it. */
                        site_permissions: string[];
                        /**
                         * @description Colours of the pages; system: those of the device.
                         * @enum {unknown}
                         */
                        theme: "light" | "dark" | "system";
                        /** @description IANA name of the zone of dates; "": that of the platform. */
                        timezone: string;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    current_password: string;
                    /**
                     * Format: password
                     * @description The password to come: 8 characters or more.
                     */
                    new_password: string;
                };
                "application/xml": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    current_password: string;
                    /**
                     * Format: password
                     * @description The password to come: 8 characters or more.
                     */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    readArtifactFile: {
        parameters: {
            query?: {
                /** @description Bytes at most. */
                limit?: number;
                /** @description First byte, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the file. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of a content. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null when they are missing. */
                        data: string | null;
                    };
                    "application/xml": {
                        /** @description Null when they are missing. */
                        data: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTemporaryFiles: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Own temporary files. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    }[];
                    "application/xml": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createTemporaryFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The piece as base64: 1 MiB of bytes at most. */
                    content?: string;
                    /** @description What the file is about. */
                    description?: string | null;
                    /** @description Media type. Required. */
                    mimetype?: string;
                    /** @description Name of the file. Required. */
                    name?: string;
                };
                "application/xml": {
                    /** @description The piece as base64: 1 MiB of bytes at most. */
                    content?: string;
                    /** @description What the file is about. */
                    description?: string | null;
                    /** @description Media type. Required. */
                    mimetype?: string;
                    /** @description Name of the file. Required. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description A file that is being sent in pieces. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    readTemporaryFile: {
        parameters: {
            query?: {
                /** @description Bytes at most. */
                limit?: number;
                /** @description First byte, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the file. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of a content. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null when they are missing. */
                        data: string | null;
                    };
                    "application/xml": {
                        /** @description Null when they are missing. */
                        data: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    appendToTemporaryFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the file. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The piece as base64: 1 MiB of bytes at most. */
                    content?: string;
                    /** @description Number of the piece: 2 for the second one. Required. */
                    offset?: number;
                };
                "application/xml": {
                    /** @description The piece as base64: 1 MiB of bytes at most. */
                    content?: string;
                    /** @description Number of the piece: 2 for the second one. Required. */
                    offset?: number;
                };
            };
        };
        responses: {
            /** @description A file that is being sent in pieces. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description What its sender said of it. */
                        description: string;
                        /** @description It has no picture before it is attached. */
                        html_preview_url: null;
                        /** @description It has no address before it is attached. */
                        html_url: null;
                        /** @description Id of the file: attach it by this. */
                        id: number;
                        /** @description Name of the file. */
                        name: string;
                        /** @description Bytes received so far. */
                        size: number;
                        /** @description Id of the account that sends it. */
                        submitted_by: number;
                        /** @description Media type. */
                        type: string;
                        /** @description Resource of the content, once it is attached. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTemporaryFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the file. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listArtifactsById: {
        parameters: {
            query: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description JSON object with the ids: `{"id":[1,2]}`. */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Artifacts of a page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The visible ones. */
                        collection: components["schemas"]["Artifact"][];
                    };
                    "application/xml": {
                        /** @description The visible ones. */
                        collection: components["schemas"]["Artifact"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createArtifact: {
        parameters: {
            query?: {
                /** @description Only tell what would be done, with all checks: status 200 and a report. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
                /** @description `dry-run` equals `dry_run=true`. */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Instead of values: the artifact whose title to copy. */
                    from_artifact?: {
                        /** @description Id of the artifact. */
                        id: number;
                    };
                    /** @description Where to create it. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /** @description One entry for each field to set (base.md §2.1). */
                    values?: ({
                        /** @description Links of both directions. */
                        all_links?: unknown[] | null;
                        /** @description Chosen values of a list. */
                        bind_value_ids?: unknown[] | null;
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description Computed field: true takes the sum, false the manual value. */
                        is_autocomputed?: boolean | null;
                        /** @description Forward links. */
                        links?: unknown[] | null;
                        /** @description Computed field: the manual value. */
                        manual_value?: unknown;
                        /** @description The artifact that shall be the parent. */
                        parent?: unknown;
                        /** @description Texts, numbers, dates, files, permissions, steps, open lists. */
                        value?: unknown;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description Instead of `values`: texts, numbers and steps by the short name of the field. */
                    values_by_field?: {
                        [key: string]: ({
                            /** @description The value. */
                            value?: unknown;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    };
                };
                "application/xml": {
                    /** @description Instead of values: the artifact whose title to copy. */
                    from_artifact?: {
                        /** @description Id of the artifact. */
                        id: number;
                    };
                    /** @description Where to create it. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /** @description One entry for each field to set (base.md §2.1). */
                    values?: ({
                        /** @description Links of both directions. */
                        all_links?: unknown[] | null;
                        /** @description Chosen values of a list. */
                        bind_value_ids?: unknown[] | null;
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description Computed field: true takes the sum, false the manual value. */
                        is_autocomputed?: boolean | null;
                        /** @description Forward links. */
                        links?: unknown[] | null;
                        /** @description Computed field: the manual value. */
                        manual_value?: unknown;
                        /** @description The artifact that shall be the parent. */
                        parent?: unknown;
                        /** @description Texts, numbers, dates, files, permissions, steps, open lists. */
                        value?: unknown;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description Instead of `values`: texts, numbers and steps by the short name of the field. */
                    values_by_field?: {
                        [key: string]: ({
                            /** @description The value. */
                            value?: unknown;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    };
                };
            };
        };
        responses: {
            /** @description Of a dry run: its report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactRehearsal"];
                    "application/xml": components["schemas"]["ArtifactRehearsal"];
                };
            };
            /** @description An artifact, briefly. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactReference"];
                    "application/xml": components["schemas"]["ArtifactReference"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getArtifact: {
        parameters: {
            query?: {
                /** @description How much to say of the tracker. */
                tracker_structure_format?: "minimal" | "complete";
                /** @description Whether to answer `values` (collection), `values_by_field` or both. */
                values_format?: "collection" | "by_field" | "all";
            };
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An artifact in its current version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                    "application/xml": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateArtifact: {
        parameters: {
            query?: {
                /** @description Only tell what would be done, with all checks: status 200 and a report. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
                /** @description `dry-run` equals `dry_run=true`. */
                Prefer?: string;
            };
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Follow-up comment. */
                    comment?: {
                        /**
                         * @description The comment; "" = none.
                         * @default
                         */
                        body?: string;
                        /** @description text, html or commonmark; anything else counts as commonmark. */
                        format: string;
                        /** @description User groups that may see the comment, beside administrators; only where the tracker has private comments, and not without its author among them. An empty list: administrators alone. Null or absent: everybody who sees the artifact. */
                        ugroups?: ((string | number) | {
                            /** @description Id of a user group: `105`, `101_3`. */
                            id: string | number;
                        })[] | null;
                    };
                    /** @description One entry for each field to set (base.md §2.1). */
                    values: ({
                        /** @description Links of both directions. */
                        all_links?: unknown[] | null;
                        /** @description Chosen values of a list. */
                        bind_value_ids?: unknown[] | null;
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description Computed field: true takes the sum, false the manual value. */
                        is_autocomputed?: boolean | null;
                        /** @description Forward links. */
                        links?: unknown[] | null;
                        /** @description Computed field: the manual value. */
                        manual_value?: unknown;
                        /** @description The artifact that shall be the parent. */
                        parent?: unknown;
                        /** @description Texts, numbers, dates, files, permissions, steps, open lists. */
                        value?: unknown;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
                "application/xml": {
                    /** @description Follow-up comment. */
                    comment?: {
                        /**
                         * @description The comment; "" = none.
                         * @default
                         */
                        body?: string;
                        /** @description text, html or commonmark; anything else counts as commonmark. */
                        format: string;
                        /** @description User groups that may see the comment, beside administrators; only where the tracker has private comments, and not without its author among them. An empty list: administrators alone. Null or absent: everybody who sees the artifact. */
                        ugroups?: ((string | number) | {
                            /** @description Id of a user group: `105`, `101_3`. */
                            id: string | number;
                        })[] | null;
                    };
                    /** @description One entry for each field to set (base.md §2.1). */
                    values: ({
                        /** @description Links of both directions. */
                        all_links?: unknown[] | null;
                        /** @description Chosen values of a list. */
                        bind_value_ids?: unknown[] | null;
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description Computed field: true takes the sum, false the manual value. */
                        is_autocomputed?: boolean | null;
                        /** @description Forward links. */
                        links?: unknown[] | null;
                        /** @description Computed field: the manual value. */
                        manual_value?: unknown;
                        /** @description The artifact that shall be the parent. */
                        parent?: unknown;
                        /** @description Texts, numbers, dates, files, permissions, steps, open lists. */
                        value?: unknown;
                    } & {
                        [key: string]: unknown;
                    })[];
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. Of a dry run: its report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactRehearsal"];
                    "application/xml": components["schemas"]["ArtifactRehearsal"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteArtifact: {
        parameters: {
            query?: {
                /** @description Only tell what would be done, with all checks: status 200 and a report. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
                /** @description `dry-run` equals `dry_run=true`. */
                Prefer?: string;
            };
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. Of a dry run: its report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactRehearsal"];
                    "application/xml": components["schemas"]["ArtifactRehearsal"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    moveArtifact: {
        parameters: {
            query?: {
                /** @description The same as `move.dry_run`. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A move into another tracker. */
                    move: {
                        /**
                         * @description Only tell what would become of the fields.
                         * @default false
                         */
                        dry_run?: boolean;
                        /**
                         * @description Taken from existing clients; a page would show that it was moved.
                         * @default false
                         */
                        should_populate_feedback_on_success?: boolean;
                        /** @description Where to. */
                        tracker_id: number;
                    };
                };
                "application/xml": {
                    /** @description A move into another tracker. */
                    move: {
                        /**
                         * @description Only tell what would become of the fields.
                         * @default false
                         */
                        dry_run?: boolean;
                        /**
                         * @description Taken from existing clients; a page would show that it was moved.
                         * @default false
                         */
                        should_populate_feedback_on_success?: boolean;
                        /** @description Where to. */
                        tracker_id: number;
                    };
                };
            };
        };
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: it was moved. */
                        dry_run: {
                            /** @description Every field in use, in one of three lists. */
                            fields: {
                                /** @description Those that go with it. */
                                fields_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                                /** @description Those that have no counterpart: their values are lost. */
                                fields_not_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                                /** @description Those of whose values some are lost. */
                                fields_partially_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                            };
                            /** @description What the tracker there asks for and the artifact would not have: required fields, date rules, field dependencies. It is moved nevertheless; the next change must see to it. */
                            warnings: string[];
                        } | null;
                    };
                    "application/xml": {
                        /** @description Null: it was moved. */
                        dry_run: {
                            /** @description Every field in use, in one of three lists. */
                            fields: {
                                /** @description Those that go with it. */
                                fields_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                                /** @description Those that have no counterpart: their values are lost. */
                                fields_not_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                                /** @description Those of whose values some are lost. */
                                fields_partially_migrated: {
                                    /** @description Id of the field in the tracker where the artifact is. */
                                    field_id: number;
                                    /** @description Its label. */
                                    label: string;
                                    /** @description Its short name. */
                                    name: string;
                                }[];
                            };
                            /** @description What the tracker there asks for and the artifact would not have: required fields, date rules, field dependencies. It is moved nevertheless; the next change must see to it. */
                            warnings: string[];
                        } | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description Only entries older than this changeset: the last one of the page before. */
                before?: number;
                /** @description comments: only entries with a comment. */
                kind?: "all" | "comments";
                /** @description Number of entries of the page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        at: string;
                        /** @description Its author; null: nobody knows. */
                        by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Readable changes, in the order of the fields. */
                        changes: {
                            /** @description Null: the field has no value since. */
                            after: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Null: the field had no value. */
                            before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Id of the field. */
                            field_id: number;
                            /** @description Label of the field. */
                            label: string;
                            /** @description Short name of the field. */
                            name: string;
                            /** @description Type of the field. */
                            type: string;
                        }[];
                        /** @description Id of the changeset. */
                        changeset_id: number;
                        /** @description Null where there is none for the caller. */
                        comment: {
                            /** @description Source of a text or HTML comment, rendered HTML of a CommonMark one. */
                            body: string;
                            /** @description Whether the caller may edit it. */
                            can_edit: boolean;
                            /** @description Source of a CommonMark comment. */
                            commonmark?: string;
                            /**
                             * @description Format of `body`.
                             * @enum {unknown}
                             */
                            format: "text" | "html";
                            /** @description Whether somebody emptied the comment. */
                            is_deleted: boolean;
                            /** @description Author of the last version. */
                            last_modified_by: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the last version was written.
                             */
                            last_modified_on: string;
                            /** @description Safe HTML with references turned into links. */
                            post_processed_body: string;
                            /** @description Author of the first version. */
                            submitted_by: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the first version was written.
                             */
                            submitted_on: string;
                            /** @description Null: everybody. */
                            ugroups: {
                                /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                id: string;
                                /** @description Key of the name; of a static group the name itself. */
                                key: string;
                                /** @description Name as people read it. */
                                label: string;
                                /** @description Short name. */
                                short_name: string;
                                /** @description Resource of the group. */
                                uri: string;
                                /** @description Its members. */
                                users_uri: string;
                            }[] | null;
                        } | null;
                        /** @description Version of the comment; null where there is none for the caller. */
                        comment_etag: string | null;
                    }[];
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        at: string;
                        /** @description Its author; null: nobody knows. */
                        by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Readable changes, in the order of the fields. */
                        changes: {
                            /** @description Null: the field has no value since. */
                            after: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Null: the field had no value. */
                            before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Id of the field. */
                            field_id: number;
                            /** @description Label of the field. */
                            label: string;
                            /** @description Short name of the field. */
                            name: string;
                            /** @description Type of the field. */
                            type: string;
                        }[];
                        /** @description Id of the changeset. */
                        changeset_id: number;
                        /** @description Null where there is none for the caller. */
                        comment: {
                            /** @description Source of a text or HTML comment, rendered HTML of a CommonMark one. */
                            body: string;
                            /** @description Whether the caller may edit it. */
                            can_edit: boolean;
                            /** @description Source of a CommonMark comment. */
                            commonmark?: string;
                            /**
                             * @description Format of `body`.
                             * @enum {unknown}
                             */
                            format: "text" | "html";
                            /** @description Whether somebody emptied the comment. */
                            is_deleted: boolean;
                            /** @description Author of the last version. */
                            last_modified_by: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the last version was written.
                             */
                            last_modified_on: string;
                            /** @description Safe HTML with references turned into links. */
                            post_processed_body: string;
                            /** @description Author of the first version. */
                            submitted_by: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                            /**
                             * Format: date-time
                             * @description When the first version was written.
                             */
                            submitted_on: string;
                            /** @description Null: everybody. */
                            ugroups: {
                                /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                id: string;
                                /** @description Key of the name; of a static group the name itself. */
                                key: string;
                                /** @description Name as people read it. */
                                label: string;
                                /** @description Short name. */
                                short_name: string;
                                /** @description Resource of the group. */
                                uri: string;
                                /** @description Its members. */
                                users_uri: string;
                            }[] | null;
                        } | null;
                        /** @description Version of the comment; null where there is none for the caller. */
                        comment_etag: string | null;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listChangesets: {
        parameters: {
            query?: {
                /** @description comments: only those with a comment. */
                fields?: "all" | "comments";
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description desc: the newest first. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The edits of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Changeset"][];
                    "application/xml": components["schemas"]["Changeset"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    editComment: {
        parameters: {
            query?: {
                /** @description Only tell what would be done, with all checks: status 200 and a report. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
                /** @description `dry-run` equals `dry_run=true`. */
                Prefer?: string;
            };
            path: {
                /** @description Id of the changeset. */
                changeset: number;
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The comment; "" deletes it. */
                    body: string;
                    /**
                     * @description Format of the body.
                     * @enum {unknown}
                     */
                    format: "text" | "html" | "commonmark";
                    /** @description User groups that may see the comment, beside administrators; only where the tracker has private comments, and not without its author among them. An empty list: administrators alone. Null: everybody who sees the artifact; absent: as before. */
                    ugroups?: ((string | number) | {
                        /** @description Id of a user group: `105`, `101_3`. */
                        id: string | number;
                    })[] | null;
                };
                "application/xml": {
                    /** @description The comment; "" deletes it. */
                    body: string;
                    /**
                     * @description Format of the body.
                     * @enum {unknown}
                     */
                    format: "text" | "html" | "commonmark";
                    /** @description User groups that may see the comment, beside administrators; only where the tracker has private comments, and not without its author among them. An empty list: administrators alone. Null: everybody who sees the artifact; absent: as before. */
                    ugroups?: ((string | number) | {
                        /** @description Id of a user group: `105`, `101_3`. */
                        id: string | number;
                    })[] | null;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. Of a dry run: its report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactRehearsal"];
                    "application/xml": components["schemas"]["ArtifactRehearsal"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listCommentVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the changeset. */
                changeset: number;
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it was written.
                         */
                        at: string;
                        /** @description Source; "" where the comment was deleted. */
                        body: string;
                        /** @description Who wrote this version; null: nobody knows. */
                        by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /**
                         * @description Format of the body.
                         * @enum {unknown}
                         */
                        format: "text" | "html" | "commonmark";
                    }[];
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it was written.
                         */
                        at: string;
                        /** @description Source; "" where the comment was deleted. */
                        body: string;
                        /** @description Who wrote this version; null: nobody knows. */
                        by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /**
                         * @description Format of the body.
                         * @enum {unknown}
                         */
                        format: "text" | "html" | "commonmark";
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    explainArtifact: {
        parameters: {
            query: {
                /** @description What would be done; `submit` creates another artifact in the same tracker. */
                action: "read" | "submit" | "update" | "comment" | "move" | "delete";
                /** @description Field that would be read or given a value. */
                field_id?: number;
                /** @description Value that the field of the workflow would get; 100 = none. */
                transition_to?: number;
                /** @description Account that is asked about; only administrators of the tracker ask about others. */
                user_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether something may be done, and why (not). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether nothing stands in the way. */
                        allowed: boolean;
                        /** @description Reason of the first check that is not met. */
                        reason?: string;
                        /** @description The checks in their order, up to the one that ends the operation. */
                        steps: {
                            /** @description Groups of the account that allow it. */
                            by?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description What is looked at: the project, the tracker, …, or a reason of refusals. */
                            check: string;
                            /** @description Field that it is about. */
                            field_id?: number;
                            /** @description Groups that could do it; for administrators of the project, who see their members. */
                            groups?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description Short name of the field. */
                            name?: string;
                            /** @description Whether it is met. */
                            ok: boolean;
                            /** @description Why not, as `error.details.reason` of the refusal. */
                            reason?: string;
                            /** @description Step of the workflow. */
                            transition?: {
                                /** @description Value before. */
                                from_id: number | null;
                                /** @description Value after. */
                                to_id: number | null;
                            };
                        }[];
                    };
                    "application/xml": {
                        /** @description Whether nothing stands in the way. */
                        allowed: boolean;
                        /** @description Reason of the first check that is not met. */
                        reason?: string;
                        /** @description The checks in their order, up to the one that ends the operation. */
                        steps: {
                            /** @description Groups of the account that allow it. */
                            by?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description What is looked at: the project, the tracker, …, or a reason of refusals. */
                            check: string;
                            /** @description Field that it is about. */
                            field_id?: number;
                            /** @description Groups that could do it; for administrators of the project, who see their members. */
                            groups?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description Short name of the field. */
                            name?: string;
                            /** @description Whether it is met. */
                            ok: boolean;
                            /** @description Why not, as `error.details.reason` of the refusal. */
                            reason?: string;
                            /** @description Step of the workflow. */
                            transition?: {
                                /** @description Value before. */
                                from_id: number | null;
                                /** @description Value after. */
                                to_id: number | null;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listLinkedArtifacts: {
        parameters: {
            query: {
                /** @description From this artifact, or towards it. */
                direction: "forward" | "reverse";
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Type of the links; "" = untyped ones only. */
                nature?: string;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description nested: whole artifacts; flat: one plain object each. */
                output_format?: "nested" | "flat" | "flat_with_semicolon_string_array";
            };
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The linked artifacts of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The visible ones. */
                        collection: components["schemas"]["Artifact"][];
                    } | {
                        [key: string]: string | number | null | string[];
                    }[];
                    "application/xml": {
                        /** @description The visible ones. */
                        collection: components["schemas"]["Artifact"][];
                    } | {
                        [key: string]: string | number | null | string[];
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listLinkNatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds of links that the artifact has. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Forward ones first. */
                        natures: {
                            /**
                             * @description From this artifact, or towards it.
                             * @enum {unknown}
                             */
                            direction: "forward" | "reverse";
                            /** @description What the type is called in this direction. */
                            label: string;
                            /** @description Type of the links; "" = untyped. */
                            shortname: string;
                            /** @description Address of the linked artifacts below `/api`. */
                            uri: string;
                        }[];
                    };
                    "application/xml": {
                        /** @description Forward ones first. */
                        natures: {
                            /**
                             * @description From this artifact, or towards it.
                             * @enum {unknown}
                             */
                            direction: "forward" | "reverse";
                            /** @description What the type is called in this direction. */
                            label: string;
                            /** @description Type of the links; "" = untyped. */
                            shortname: string;
                            /** @description Address of the linked artifacts below `/api`. */
                            uri: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getArtifactSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller is told by mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                         * @enum {unknown}
                         */
                        level: "all" | "involved" | "none";
                    };
                    "application/xml": {
                        /**
                         * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                         * @enum {unknown}
                         */
                        level: "all" | "involved" | "none";
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setArtifactSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the artifact. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                     * @enum {unknown}
                     */
                    level: "all" | "involved" | "none";
                };
                "application/xml": {
                    /**
                     * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                     * @enum {unknown}
                     */
                    level: "all" | "involved" | "none";
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getBanner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notice that everybody on the platform sees. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: when somebody removes it. */
                        expiration_date: string | null;
                        /**
                         * @description How much it wants to be seen.
                         * @enum {unknown}
                         */
                        importance: "standard" | "warning" | "critical";
                        /** @description Text of the notice. */
                        message: string;
                    };
                    "application/xml": {
                        /** @description Null: when somebody removes it. */
                        expiration_date: string | null;
                        /**
                         * @description How much it wants to be seen.
                         * @enum {unknown}
                         */
                        importance: "standard" | "warning" | "critical";
                        /** @description Text of the notice. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setBanner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description When it ends; null or left out: when somebody removes it. */
                    expiration_date?: string | null;
                    /**
                     * @description How much it wants to be seen.
                     * @enum {unknown}
                     */
                    importance: "standard" | "warning" | "critical";
                    /** @description Text of the notice. */
                    message: string;
                };
                "application/xml": {
                    /** @description When it ends; null or left out: when somebody removes it. */
                    expiration_date?: string | null;
                    /**
                     * @description How much it wants to be seen.
                     * @enum {unknown}
                     */
                    importance: "standard" | "warning" | "critical";
                    /** @description Text of the notice. */
                    message: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteBanner: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Words of the sender that go with the invitation. */
                    custom_message?: string | null;
                    /** @description Who is invited. */
                    emails: string[];
                    /** @description Project that they are invited to; accounts among them become its members at once. */
                    project_id?: number | null;
                };
                "application/xml": {
                    /** @description Words of the sender that go with the invitation. */
                    custom_message?: string | null;
                    /** @description Who is invited. */
                    emails: string[];
                    /** @description Project that they are invited to; accounts among them become its members at once. */
                    project_id?: number | null;
                };
            };
        };
        responses: {
            /** @description What became of the invitations. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Accounts that were members of the project. */
                        already_project_members: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Addresses that nothing could be sent to. */
                        failures: string[];
                        /** @description Accounts that are members of the project now. */
                        known_users_added_to_project_members: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Restricted accounts, which the project does not take. */
                        known_users_are_restricted: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Accounts that are not in use. */
                        known_users_not_alive: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                    };
                    "application/xml": {
                        /** @description Accounts that were members of the project. */
                        already_project_members: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Addresses that nothing could be sent to. */
                        failures: string[];
                        /** @description Accounts that are members of the project now. */
                        known_users_added_to_project_members: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Restricted accounts, which the project does not take. */
                        known_users_are_restricted: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                        /** @description Accounts that are not in use. */
                        known_users_not_alive: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSiteApplications: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applications, oldest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    }[];
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createSiteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name that users see when they are asked. */
                    name: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri: string;
                    /**
                     * @description Whether every authorization request must carry a code challenge (PKCE, S256).
                     * @default false
                     */
                    use_pkce?: boolean;
                };
                "application/xml": {
                    /** @description Name that users see when they are asked. */
                    name: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri: string;
                    /**
                     * @description Whether every authorization request must carry a code challenge (PKCE, S256).
                     * @default false
                     */
                    use_pkce?: boolean;
                };
            };
        };
        responses: {
            /** @description A new application, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A registered application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name that users see when they are asked. */
                    name?: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri?: string;
                    /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                    use_pkce?: boolean;
                };
                "application/xml": {
                    /** @description Name that users see when they are asked. */
                    name?: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri?: string;
                    /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                    use_pkce?: boolean;
                };
            };
        };
        responses: {
            /** @description A registered application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    renewApplicationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new secret; the one before is good for nothing any more. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                    };
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request, from the address of the page. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A request of an application that waits for the consent of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A user, as shown to everybody. */
                        account: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                        /** @description Who asks. */
                        app: {
                            /** @description Id of the application. */
                            id: number;
                            /** @description Name of the application. */
                            name: string;
                            /** @description Null: the application belongs to the whole platform. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            } | null;
                        };
                        /** @description Host that the browser goes to after the decision. */
                        redirect_host: string;
                        /** @description Path that asks for the same again, once another account is signed in: `/oauth2/authorize?…`. */
                        request_path: string;
                        /** @description What the application asks for. */
                        scopes: {
                            /** @description The scope: `read:project`. */
                            identifier: string;
                            /** @description Whether the caller has not allowed it before. */
                            is_new: boolean;
                        }[];
                    };
                    "application/xml": {
                        /** @description A user, as shown to everybody. */
                        account: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                        /** @description Who asks. */
                        app: {
                            /** @description Id of the application. */
                            id: number;
                            /** @description Name of the application. */
                            name: string;
                            /** @description Null: the application belongs to the whole platform. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            } | null;
                        };
                        /** @description Host that the browser goes to after the decision. */
                        redirect_host: string;
                        /** @description Path that asks for the same again, once another account is signed in: `/oauth2/authorize?…`. */
                        request_path: string;
                        /** @description What the application asks for. */
                        scopes: {
                            /** @description The scope: `read:project`. */
                            identifier: string;
                            /** @description Whether the caller has not allowed it before. */
                            is_new: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    decideInteraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request, from the address of the page. */
                uid: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the caller says to all that is asked for.
                     * @enum {unknown}
                     */
                    decision: "allow" | "deny";
                };
                "application/xml": {
                    /**
                     * @description What the caller says to all that is asked for.
                     * @enum {unknown}
                     */
                    decision: "allow" | "deny";
                };
            };
        };
        responses: {
            /** @description How it goes on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address that the browser must go to. */
                        redirect_to: string;
                    };
                    "application/xml": {
                        /** @description Address that the browser must go to. */
                        redirect_to: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Login name or e-mail address of the account. */
                    login_or_email: string;
                };
                "application/xml": {
                    /** @description Login name or e-mail address of the account. */
                    login_or_email: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the mail. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the token is good for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until when another password can be chosen.
                         */
                        expires_on: string;
                        /** @description Login name of the account. */
                        login: string;
                    };
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description Until when another password can be chosen.
                         */
                        expires_on: string;
                        /** @description Login name of the account. */
                        login: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    usePasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the mail. */
                token: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description The password to come: 8 characters or more.
                     */
                    new_password: string;
                };
                "application/xml": {
                    /**
                     * Format: password
                     * @description The password to come: 8 characters or more.
                     */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPlatform: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a page needs to know before anybody signs in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Who may read without signing in, and whether restricted accounts are in use.
                         * @enum {unknown}
                         */
                        access_mode: "anonymous" | "regular" | "restricted";
                        /** @description Whether a mail can reach somebody who forgot their password: a mail server is configured. */
                        can_reset_password: boolean;
                        /** @description Languages of pages and mails. */
                        languages: string[];
                        /** @description Name of the platform. */
                        name: string;
                        /** @description Address under which clients reach it. */
                        public_url: string;
                        /** @description Version of the product. */
                        version: string;
                    };
                    "application/xml": {
                        /**
                         * @description Who may read without signing in, and whether restricted accounts are in use.
                         * @enum {unknown}
                         */
                        access_mode: "anonymous" | "regular" | "restricted";
                        /** @description Whether a mail can reach somebody who forgot their password: a mail server is configured. */
                        can_reset_password: boolean;
                        /** @description Languages of pages and mails. */
                        languages: string[];
                        /** @description Name of the platform. */
                        name: string;
                        /** @description Address under which clients reach it. */
                        public_url: string;
                        /** @description Version of the product. */
                        version: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectFields: {
        parameters: {
            query?: {
                /** @description Number of elements of the page; more than 100 is taken as 100. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Custom fields of projects. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The fields of this page. */
                        project_fields_representation: {
                            /** @description Description. */
                            description: string;
                            /** @description Id of the field. */
                            id: number;
                            /** @description Whether each new project needs a value. */
                            is_required: boolean;
                            /** @description Name. */
                            name: string;
                            /** @description Place in forms. */
                            rank: number;
                            /** @description `line` or `text`. */
                            type: string;
                        }[];
                        /** @description How many are on this page. */
                        total_size: number;
                    };
                    "application/xml": {
                        /** @description The fields of this page. */
                        project_fields_representation: {
                            /** @description Description. */
                            description: string;
                            /** @description Id of the field. */
                            id: number;
                            /** @description Whether each new project needs a value. */
                            is_required: boolean;
                            /** @description Name. */
                            name: string;
                            /** @description Place in forms. */
                            rank: number;
                            /** @description `line` or `text`. */
                            type: string;
                        }[];
                        /** @description How many are on this page. */
                        total_size: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Owner of a project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null while there is none. */
                        project_owner: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                    };
                    "application/xml": {
                        /** @description Null while there is none. */
                        project_owner: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                project_id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A user, named by exactly one of the keys. */
                    project_owner: {
                        /** @description E-mail address; it must belong to one account only. */
                        email?: string;
                        /** @description Id of the account. */
                        id?: number;
                        /** @description Id in a directory. */
                        ldap_id?: string;
                        /** @description Login name. */
                        username?: string;
                    };
                };
                "application/xml": {
                    /** @description A user, named by exactly one of the keys. */
                    project_owner: {
                        /** @description E-mail address; it must belong to one account only. */
                        email?: string;
                        /** @description Id of the account. */
                        id?: number;
                        /** @description Id in a directory. */
                        ldap_id?: string;
                        /** @description Login name. */
                        username?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeService: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the service. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the project is to use it. */
                    is_enabled: boolean;
                };
                "application/xml": {
                    /** @description Whether the project is to use it. */
                    is_enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description One of {"shortname":"…"}, {"is_member_of":true}, {"is_admin_of":true}, {"is_tracker_admin":true}, {"is_template":true}, {"with_status":"…"}. */
                query?: string;
                /** @description Words; each is part of the label or the short name. Together with `query`. */
                text?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Projects, by id. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    }[];
                    "application/xml": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProject: {
        parameters: {
            query?: {
                /** @description Only check: nothing is created. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `post_representation`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether restricted users have access; only a platform with restricted users takes what differs from the default. */
                    allow_restricted?: boolean | null;
                    /** @description Categories of the project. */
                    categories?: {
                        /** @description Id of a root category. */
                        category_id: number;
                        /** @description Id of one of its values. */
                        value_id: number;
                    }[];
                    /** @description Description. */
                    description?: string;
                    /** @description Values of custom fields. */
                    fields?: {
                        /** @description Id of a custom field. */
                        field_id: number;
                        /** @description Its value. */
                        value: string;
                    }[];
                    /** @description Archive to make the project from. */
                    from_archive?: {
                        /** @description Name of the archive. */
                        file_name: string;
                        /** @description Its size in bytes. */
                        file_size: number;
                    };
                    /** @description Whether people who are no members see it. */
                    is_public: boolean;
                    /** @description Name, 3 to 40 characters. */
                    label: string;
                    /** @description 3 to 30 letters, digits and hyphens, the first no hyphen; unique on the platform. */
                    shortname: string;
                    /** @description Project to take as template. */
                    template_id?: number;
                    /** @description Name of a template of the platform. */
                    xml_template_name?: string;
                };
                "application/xml": {
                    /** @description Whether restricted users have access; only a platform with restricted users takes what differs from the default. */
                    allow_restricted?: boolean | null;
                    /** @description Categories of the project. */
                    categories?: {
                        /** @description Id of a root category. */
                        category_id: number;
                        /** @description Id of one of its values. */
                        value_id: number;
                    }[];
                    /** @description Description. */
                    description?: string;
                    /** @description Values of custom fields. */
                    fields?: {
                        /** @description Id of a custom field. */
                        field_id: number;
                        /** @description Its value. */
                        value: string;
                    }[];
                    /** @description Archive to make the project from. */
                    from_archive?: {
                        /** @description Name of the archive. */
                        file_name: string;
                        /** @description Its size in bytes. */
                        file_size: number;
                    };
                    /** @description Whether people who are no members see it. */
                    is_public: boolean;
                    /** @description Name, 3 to 40 characters. */
                    label: string;
                    /** @description 3 to 30 letters, digits and hyphens, the first no hyphen; unique on the platform. */
                    shortname: string;
                    /** @description Project to take as template. */
                    template_id?: number;
                    /** @description Name of a template of the platform. */
                    xml_template_name?: string;
                };
            };
        };
        responses: {
            /** @description The new project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    } | {
                        /** @description Number of the project. */
                        id: number;
                        /** @description Path that the archive is sent to by TUS, by the same account. */
                        upload_href: string;
                        /** @description Where the project will be. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    } | {
                        /** @description Number of the project. */
                        id: number;
                        /** @description Path that the archive is sent to by TUS, by the same account. */
                        upload_href: string;
                        /** @description Where the project will be. */
                        uri: string;
                    };
                };
            };
            /** @description Done; the body is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /** @description One entry for each custom field of the platform. */
                        additional_fields: {
                            /** @description Name of the field. */
                            name: string;
                            /** @description Its value, "" when it is not set. */
                            value: string;
                        }[];
                        /** @description By component: `agiledashboard`; an empty list when there is nothing. */
                        additional_informations: unknown[] | {
                            [key: string]: {
                                /** @description The planning that is nobody’s child, as in the list of plannings. */
                                root_planning: unknown;
                            };
                        };
                        /** @description Description. */
                        description: string | null;
                        /** @description Emoji, or "". */
                        icon: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether the caller is a member. */
                        is_member_of: boolean;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description Lists that belong to the project. */
                        resources: {
                            /** @description What is listed there. */
                            type: string;
                            /** @description Where. */
                            uri: string;
                        }[];
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeProjectStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The status to give it.
                     * @enum {unknown}
                     */
                    status: "active" | "suspended";
                };
                "application/xml": {
                    /**
                     * @description The status to give it.
                     * @enum {unknown}
                     */
                    status: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getThirdPartyData: {
        parameters: {
            query?: {
                /** @description Short name of the service that the program stands for; it is marked as active. */
                currently_active_service?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What another program needs to look like a part of the project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The bar beside the pages of a project. */
                        project_sidebar: {
                            /** @description JSON: project, services with their addresses, caller, platform. */
                            config: string;
                            /** @description Whether it is shown small. */
                            is_collapsed: boolean;
                        };
                        /** @description What texts can refer to. */
                        references: {
                            /** @description What it names. */
                            description: string;
                            /** @description A word that stands before `#`. */
                            keyword: string;
                        }[];
                        /** @description How pages look. */
                        styles: {
                            /** @description CSS with the custom properties of the theme. */
                            content: string;
                            /** @description Whether the colour is that of the icon, too. */
                            should_display_favicon_variant: boolean;
                            /** @description Name of its colour. */
                            variant_name: string;
                        };
                    };
                    "application/xml": {
                        /** @description The bar beside the pages of a project. */
                        project_sidebar: {
                            /** @description JSON: project, services with their addresses, caller, platform. */
                            config: string;
                            /** @description Whether it is shown small. */
                            is_collapsed: boolean;
                        };
                        /** @description What texts can refer to. */
                        references: {
                            /** @description What it names. */
                            description: string;
                            /** @description A word that stands before `#`. */
                            keyword: string;
                        }[];
                        /** @description How pages look. */
                        styles: {
                            /** @description CSS with the custom properties of the theme. */
                            content: string;
                            /** @description Whether the colour is that of the icon, too. */
                            should_display_favicon_variant: boolean;
                            /** @description Name of its colour. */
                            variant_name: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectArchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number that `POST /projects` answered. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An archive that a project is made from. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description Until then the bytes must be there.
                         */
                        expires_on: string;
                        /** @description As it was declared. */
                        file_name: string;
                        /** @description As it was declared, in bytes. */
                        file_size: number;
                        /** @description Null: not yet. */
                        finished_on: string | null;
                        /** @description Number of the upload. */
                        id: number;
                        /** @description Errors first. */
                        messages: {
                            /** @description Where; null when it is no matter of one file. */
                            file: string | null;
                            /**
                             * @description An error keeps everything from being imported; a warning tells what was left out or changed.
                             * @enum {unknown}
                             */
                            level: "error" | "warning";
                            /** @description Which line; null: the file as a whole. */
                            line: number | null;
                            /** @description How many more times the same thing was met. */
                            repeated: number;
                            /** @description What it is. */
                            text: string;
                        }[];
                        /** @description Number of the project; there is one of this number only as long as it waits, or once it is made. */
                        project_id: number;
                        /**
                         * @description Waiting for its bytes; importing; imported: the project is there. The others: the project was given up, for the errors among the messages, or because the upload was cancelled or not complete in time.
                         * @enum {unknown}
                         */
                        status: "waiting" | "importing" | "imported" | "failed" | "cancelled" | "expired";
                        /** @description Null once nothing is waited for. */
                        upload_href: string | null;
                    };
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description Until then the bytes must be there.
                         */
                        expires_on: string;
                        /** @description As it was declared. */
                        file_name: string;
                        /** @description As it was declared, in bytes. */
                        file_size: number;
                        /** @description Null: not yet. */
                        finished_on: string | null;
                        /** @description Number of the upload. */
                        id: number;
                        /** @description Errors first. */
                        messages: {
                            /** @description Where; null when it is no matter of one file. */
                            file: string | null;
                            /**
                             * @description An error keeps everything from being imported; a warning tells what was left out or changed.
                             * @enum {unknown}
                             */
                            level: "error" | "warning";
                            /** @description Which line; null: the file as a whole. */
                            line: number | null;
                            /** @description How many more times the same thing was met. */
                            repeated: number;
                            /** @description What it is. */
                            text: string;
                        }[];
                        /** @description Number of the project; there is one of this number only as long as it waits, or once it is made. */
                        project_id: number;
                        /**
                         * @description Waiting for its bytes; importing; imported: the project is there. The others: the project was given up, for the errors among the messages, or because the upload was cancelled or not complete in time.
                         * @enum {unknown}
                         */
                        status: "waiting" | "importing" | "imported" | "failed" | "cancelled" | "expired";
                        /** @description Null once nothing is waited for. */
                        upload_href: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listBacklog: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Items of the backlog. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown[];
                    "application/xml": unknown[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    orderBacklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeBacklog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Banner of a project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text of the banner. */
                        message: string;
                    };
                    "application/xml": {
                        /** @description Text of the banner. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Text of the banner. */
                    message: string;
                };
                "application/xml": {
                    /** @description Text of the banner. */
                    message: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectBanner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getProjectDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What administrators of a project say about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Visibility.
                         * @enum {unknown}
                         */
                        access: "public" | "unrestricted" | "private" | "private-wo-restr";
                        /** @description Visibilities that it can be given. */
                        access_choices: ("public" | "unrestricted" | "private" | "private-wo-restr")[];
                        /** @description Description. */
                        description: string;
                        /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                        is_membership_synchronized: boolean;
                        /** @description Name, 3 to 40 characters. */
                        label: string;
                    };
                    "application/xml": {
                        /**
                         * @description Visibility.
                         * @enum {unknown}
                         */
                        access: "public" | "unrestricted" | "private" | "private-wo-restr";
                        /** @description Visibilities that it can be given. */
                        access_choices: ("public" | "unrestricted" | "private" | "private-wo-restr")[];
                        /** @description Description. */
                        description: string;
                        /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                        is_membership_synchronized: boolean;
                        /** @description Name, 3 to 40 characters. */
                        label: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeProjectDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Visibility.
                     * @enum {unknown}
                     */
                    access?: "public" | "unrestricted" | "private" | "private-wo-restr";
                    /** @description Description. */
                    description?: string;
                    /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                    is_membership_synchronized?: boolean;
                    /** @description Name, 3 to 40 characters. */
                    label?: string;
                };
                "application/xml": {
                    /**
                     * @description Visibility.
                     * @enum {unknown}
                     */
                    access?: "public" | "unrestricted" | "private" | "private-wo-restr";
                    /** @description Description. */
                    description?: string;
                    /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                    is_membership_synchronized?: boolean;
                    /** @description Name, 3 to 40 characters. */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description What administrators of a project say about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Visibility.
                         * @enum {unknown}
                         */
                        access: "public" | "unrestricted" | "private" | "private-wo-restr";
                        /** @description Visibilities that it can be given. */
                        access_choices: ("public" | "unrestricted" | "private" | "private-wo-restr")[];
                        /** @description Description. */
                        description: string;
                        /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                        is_membership_synchronized: boolean;
                        /** @description Name, 3 to 40 characters. */
                        label: string;
                    };
                    "application/xml": {
                        /**
                         * @description Visibility.
                         * @enum {unknown}
                         */
                        access: "public" | "unrestricted" | "private" | "private-wo-restr";
                        /** @description Visibilities that it can be given. */
                        access_choices: ("public" | "unrestricted" | "private" | "private-wo-restr")[];
                        /** @description Description. */
                        description: string;
                        /** @description Whether whoever gets into a user group becomes a member; in private projects that is always so. */
                        is_membership_synchronized: boolean;
                        /** @description Name, 3 to 40 characters. */
                        label: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listDocumentMetadata: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Properties of documents. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown[];
                    "application/xml": unknown[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getDocumentService: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Settings of documents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description None. */
                        permissions_for_groups: null;
                        /** @description None. */
                        root_item: null;
                    };
                    "application/xml": {
                        /** @description None. */
                        permissions_for_groups: null;
                        /** @description None. */
                        root_item: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    extractReferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Any text. */
                    text: string;
                };
                "application/xml": {
                    /** @description Any text. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description In the order of the text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The word before it. */
                        context: string;
                        /** @description Absolute address of what it names. */
                        link: string;
                        /** @description The reference as written. */
                        text: string;
                    }[];
                    "application/xml": {
                        /** @description The word before it. */
                        context: string;
                        /** @description Absolute address of what it names. */
                        link: string;
                        /** @description The reference as written. */
                        text: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listGitRepositories: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Git repositories. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description None. */
                        repositories: unknown[];
                    };
                    "application/xml": {
                        /** @description None. */
                        repositories: unknown[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setProjectHeaderBackground: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Name of the picture.
                     * @enum {unknown}
                     */
                    identifier: "aerial-water" | "asphalt-rock" | "beach-daytime" | "blue-rain" | "blue-sand" | "brown-alpaca" | "brown-desert" | "brown-grass" | "brown-textile" | "brush-daytime" | "green-grass" | "green-leaf" | "green-trees" | "led-light" | "ocean-waves" | "octopus-black" | "orange-tulip" | "pine-forest" | "purple-building" | "purple-droplet" | "purple-textile" | "snow-mountain" | "tree-water" | "white-sheep" | "wooden-surface";
                };
                "application/xml": {
                    /**
                     * @description Name of the picture.
                     * @enum {unknown}
                     */
                    identifier: "aerial-water" | "asphalt-rock" | "beach-daytime" | "blue-rain" | "blue-sand" | "brown-alpaca" | "brown-desert" | "brown-grass" | "brown-textile" | "brush-daytime" | "green-grass" | "green-leaf" | "green-trees" | "led-light" | "ocean-waves" | "octopus-black" | "orange-tulip" | "pine-forest" | "purple-building" | "purple-droplet" | "purple-textile" | "snow-mountain" | "tree-water" | "white-sheep" | "wooden-surface";
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteProjectHeaderBackground: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listHeartbeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened last in a project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether there was more than the caller may see. */
                        are_there_activities_user_cannot_see: boolean;
                        /** @description Newest first. */
                        entries: {
                            /** @description What happened, as safe HTML. */
                            html_message: string;
                            /** @description "". */
                            icon: string;
                            /** @description Name of a symbol. */
                            icon_name: string;
                            /** @description "". */
                            small_icon: string;
                            /**
                             * Format: date-time
                             * @description When.
                             */
                            updated_at: string;
                            /** @description Who did it; null: nobody that is known. */
                            user: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                        }[];
                    };
                    "application/xml": {
                        /** @description Whether there was more than the caller may see. */
                        are_there_activities_user_cannot_see: boolean;
                        /** @description Newest first. */
                        entries: {
                            /** @description What happened, as safe HTML. */
                            html_message: string;
                            /** @description "". */
                            icon: string;
                            /** @description Name of a symbol. */
                            icon_name: string;
                            /** @description "". */
                            small_icon: string;
                            /**
                             * Format: date-time
                             * @description When.
                             */
                            updated_at: string;
                            /** @description Who did it; null: nobody that is known. */
                            user: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectLabels: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Part of the text of the labels. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Labels of a project. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The labels of this page. */
                        labels: {
                            /** @description Name of its colour. */
                            color: string;
                            /** @description Id of the label. */
                            id: number;
                            /** @description Whether it is drawn as an outline. */
                            is_outline: boolean;
                            /** @description Its text. */
                            label: string;
                        }[];
                    };
                    "application/xml": {
                        /** @description The labels of this page. */
                        labels: {
                            /** @description Name of its colour. */
                            color: string;
                            /** @description Id of the label. */
                            id: number;
                            /** @description Whether it is drawn as an outline. */
                            is_outline: boolean;
                            /** @description Its text. */
                            label: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Words; each is part of the login or of the name. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Administrators first, then by login. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether the member administers the project. */
                        is_administrator: boolean;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    }[];
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether the member administers the project. */
                        is_administrator: boolean;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listMilestones: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Milestones. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown[];
                    "application/xml": unknown[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectApplications: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applications, oldest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    }[];
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createProjectApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name that users see when they are asked. */
                    name: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri: string;
                    /**
                     * @description Whether every authorization request must carry a code challenge (PKCE, S256).
                     * @default false
                     */
                    use_pkce?: boolean;
                };
                "application/xml": {
                    /** @description Name that users see when they are asked. */
                    name: string;
                    /** @description Where browsers are sent with a code: an https address, or one of http://localhost, without fragment. Requests must repeat it byte by byte. */
                    redirect_uri: string;
                    /**
                     * @description Whether every authorization request must carry a code challenge (PKCE, S256).
                     * @default false
                     */
                    use_pkce?: boolean;
                };
            };
        };
        responses: {
            /** @description A new application, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                    "application/xml": {
                        /** @description How the application calls itself in requests: `tlp-client-id-<id>`. */
                        client_id: string;
                        /** @description Its secret. It is never shown again. */
                        client_secret: string;
                        /**
                         * Format: date-time
                         * @description When it was registered.
                         */
                        created_on: string;
                        /** @description Id of the application. */
                        id: number;
                        /** @description Name that users see when they are asked. */
                        name: string;
                        /** @description Null: it belongs to the whole platform. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        } | null;
                        /** @description Where browsers are sent with a code. */
                        redirect_uri: string;
                        /** @description Whether every authorization request must carry a code challenge (PKCE, S256). */
                        use_pkce: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listWikiPages: {
        parameters: {
            query?: {
                /** @description Number of elements of the page; more than 50 is taken as 50. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Wiki pages. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description None. */
                        pages: unknown[];
                    };
                    "application/xml": {
                        /** @description None. */
                        pages: unknown[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listPlannings: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Plannings of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Planning"][];
                    "application/xml": components["schemas"]["Planning"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    previewText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Format of the text.
                     * @default commonmark
                     */
                    format?: "commonmark" | "html" | "text";
                    /** @description The text as somebody wrote it. */
                    text: string;
                };
                "application/xml": {
                    /**
                     * @description Format of the text.
                     * @default commonmark
                     */
                    format?: "commonmark" | "html" | "text";
                    /** @description The text as somebody wrote it. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description How a text will look. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Safe HTML, as it will be shown. */
                        html: string;
                        /** @description In the order of the text. */
                        references: {
                            /** @description The word before it. */
                            context: string;
                            /** @description Absolute address of what it names. */
                            link: string;
                            /** @description The reference as written. */
                            text: string;
                        }[];
                    };
                    "application/xml": {
                        /** @description Safe HTML, as it will be shown. */
                        html: string;
                        /** @description In the order of the text. */
                        references: {
                            /** @description The word before it. */
                            context: string;
                            /** @description Absolute address of what it names. */
                            link: string;
                            /** @description The reference as written. */
                            text: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listServices: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services of the catalogue, then custom ones. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Icon, as a class name. */
                        icon: string;
                        /** @description Id of the service in this project. */
                        id: number;
                        /** @description Whether the project added it by itself. */
                        is_custom: boolean;
                        /** @description Whether the project uses it. */
                        is_enabled: boolean;
                        /** @description Label. */
                        label: string;
                        /** @description Short name, "" for custom ones. */
                        name: string;
                        /** @description Where it leads. */
                        service_url: string;
                        /** @description Resource of the service. */
                        uri: string;
                    }[];
                    "application/xml": {
                        /** @description Icon, as a class name. */
                        icon: string;
                        /** @description Id of the service in this project. */
                        id: number;
                        /** @description Whether the project added it by itself. */
                        is_custom: boolean;
                        /** @description Whether the project uses it. */
                        is_enabled: boolean;
                        /** @description Label. */
                        label: string;
                        /** @description Short name, "" for custom ones. */
                        name: string;
                        /** @description Where it leads. */
                        service_url: string;
                        /** @description Resource of the service. */
                        uri: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listReferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Words of the project that texts refer to something by, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description What it names.
                         * @default
                         */
                        description: string;
                        /**
                         * @description false: texts are not linked.
                         * @default true
                         */
                        is_enabled: boolean;
                        /** @description Word that stands before `#`, in lower case: letters, digits and "_". */
                        keyword: string;
                        /** @description Where it leads: an address or a path of this server. `$1` … `$9` are the parts of the value, cut at "/", `$0` the keyword, `$group_id` and `$projname` id and short name of the project. */
                        link: string;
                    }[];
                    "application/xml": {
                        /**
                         * @description What it names.
                         * @default
                         */
                        description: string;
                        /**
                         * @description false: texts are not linked.
                         * @default true
                         */
                        is_enabled: boolean;
                        /** @description Word that stands before `#`, in lower case: letters, digits and "_". */
                        keyword: string;
                        /** @description Where it leads: an address or a path of this server. `$1` … `$9` are the parts of the value, cut at "/", `$0` the keyword, `$group_id` and `$projname` id and short name of the project. */
                        link: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceReferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `references`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What it names.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description false: texts are not linked.
                     * @default true
                     */
                    is_enabled?: boolean;
                    /** @description Word that stands before `#`, in lower case: letters, digits and "_". */
                    keyword: string;
                    /** @description Where it leads: an address or a path of this server. `$1` … `$9` are the parts of the value, cut at "/", `$0` the keyword, `$group_id` and `$projname` id and short name of the project. */
                    link: string;
                }[];
                "application/xml": {
                    /**
                     * @description What it names.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description false: texts are not linked.
                     * @default true
                     */
                    is_enabled?: boolean;
                    /** @description Word that stands before `#`, in lower case: letters, digits and "_". */
                    keyword: string;
                    /** @description Where it leads: an address or a path of this server. `$1` … `$9` are the parts of the value, cut at "/", `$0` the keyword, `$group_id` and `$projname` id and short name of the project. */
                    link: string;
                }[];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getOwnProjectRights: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller may do in a project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the caller may administer its Subversion repositories, as those do who were given only that, too. */
                        administers_repositories: boolean;
                        /** @description Whether the caller may suspend it and make it active again. */
                        can_change_status: boolean;
                        /** @description Whether the caller may administer the project: as its administrator, or as one of the platform. */
                        is_administrator: boolean;
                        /** @description Whether the caller is a member. */
                        is_member: boolean;
                    };
                    "application/xml": {
                        /** @description Whether the caller may administer its Subversion repositories, as those do who were given only that, too. */
                        administers_repositories: boolean;
                        /** @description Whether the caller may suspend it and make it active again. */
                        can_change_status: boolean;
                        /** @description Whether the caller may administer the project: as its administrator, or as one of the platform. */
                        is_administrator: boolean;
                        /** @description Whether the caller is a member. */
                        is_member: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listRepositories: {
        parameters: {
            query?: {
                /** @description Number of elements of the page; more than 50 is taken as 50. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description {"name":"…"}: the repository of that name. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Repositories of a project. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Repositories, by name, without their settings. */
                        repositories: {
                            /** @description Id of the repository. */
                            id: number;
                            /** @description Name. */
                            name: string;
                            /** @description A project in short. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            };
                            /** @description Settings, for those who administer the repositories of the project. */
                            settings?: {
                                /** @description What the project adds to the generated rules, in its current version. */
                                access_file: string;
                                /** @description What commits have to obey. */
                                commit_rules: {
                                    /** @description Whether messages of commits may be changed afterwards. */
                                    is_commit_message_change_allowed: boolean;
                                    /** @description Whether each commit message has to name an artifact or the like. */
                                    is_reference_mandatory: boolean;
                                };
                                /** @description Mails about commits, in the order in which they were given. */
                                email_notifications: {
                                    /** @description Addresses. */
                                    emails: string[];
                                    /** @description Path in the repository. */
                                    path: string;
                                    /** @description User groups. */
                                    user_groups: {
                                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                        id: string;
                                        /** @description Key of the name; of a static group the name itself. */
                                        key: string;
                                        /** @description Name as people read it. */
                                        label: string;
                                        /** @description Short name. */
                                        short_name: string;
                                        /** @description Resource of the group. */
                                        uri: string;
                                        /** @description Its members. */
                                        users_uri: string;
                                    }[];
                                    /** @description Accounts. */
                                    users: {
                                        /** @description Absolute address of the picture (PNG), readable without login. */
                                        avatar_url: string;
                                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                        display_name: string;
                                        /** @description Whether the picture is their own, not the default one. */
                                        has_avatar: boolean;
                                        /** @description Null for an anonymous author. */
                                        id: number | null;
                                        /** @description Whether there is no account behind it. */
                                        is_anonymous: boolean;
                                        /** @description Null for an anonymous author. */
                                        ldap_id: string | null;
                                        /** @description Null for an anonymous author. */
                                        real_name: string | null;
                                        /** @description Null for an anonymous author. */
                                        uri: string | null;
                                        /** @description Null for an anonymous author. */
                                        user_url: string | null;
                                        /** @description Null for an anonymous author. */
                                        username: string | null;
                                    }[];
                                }[];
                                /** @description Whether the generated rules grant anything. */
                                has_default_permissions: boolean;
                                /** @description Parts of the repository that only grow. */
                                immutable_tags: {
                                    /** @description Directories in which tags can be made, but not changed. */
                                    paths: string[];
                                    /** @description Directories below those in which tags can be made, too. */
                                    whitelist: string[];
                                };
                            };
                            /** @description Where svn clients find it. */
                            svn_url: string;
                            /** @description Resource of the repository. */
                            uri: string;
                        }[];
                    };
                    "application/xml": {
                        /** @description Repositories, by name, without their settings. */
                        repositories: {
                            /** @description Id of the repository. */
                            id: number;
                            /** @description Name. */
                            name: string;
                            /** @description A project in short. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            };
                            /** @description Settings, for those who administer the repositories of the project. */
                            settings?: {
                                /** @description What the project adds to the generated rules, in its current version. */
                                access_file: string;
                                /** @description What commits have to obey. */
                                commit_rules: {
                                    /** @description Whether messages of commits may be changed afterwards. */
                                    is_commit_message_change_allowed: boolean;
                                    /** @description Whether each commit message has to name an artifact or the like. */
                                    is_reference_mandatory: boolean;
                                };
                                /** @description Mails about commits, in the order in which they were given. */
                                email_notifications: {
                                    /** @description Addresses. */
                                    emails: string[];
                                    /** @description Path in the repository. */
                                    path: string;
                                    /** @description User groups. */
                                    user_groups: {
                                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                        id: string;
                                        /** @description Key of the name; of a static group the name itself. */
                                        key: string;
                                        /** @description Name as people read it. */
                                        label: string;
                                        /** @description Short name. */
                                        short_name: string;
                                        /** @description Resource of the group. */
                                        uri: string;
                                        /** @description Its members. */
                                        users_uri: string;
                                    }[];
                                    /** @description Accounts. */
                                    users: {
                                        /** @description Absolute address of the picture (PNG), readable without login. */
                                        avatar_url: string;
                                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                        display_name: string;
                                        /** @description Whether the picture is their own, not the default one. */
                                        has_avatar: boolean;
                                        /** @description Null for an anonymous author. */
                                        id: number | null;
                                        /** @description Whether there is no account behind it. */
                                        is_anonymous: boolean;
                                        /** @description Null for an anonymous author. */
                                        ldap_id: string | null;
                                        /** @description Null for an anonymous author. */
                                        real_name: string | null;
                                        /** @description Null for an anonymous author. */
                                        uri: string | null;
                                        /** @description Null for an anonymous author. */
                                        user_url: string | null;
                                        /** @description Null for an anonymous author. */
                                        username: string | null;
                                    }[];
                                }[];
                                /** @description Whether the generated rules grant anything. */
                                has_default_permissions: boolean;
                                /** @description Parts of the repository that only grow. */
                                immutable_tags: {
                                    /** @description Directories in which tags can be made, but not changed. */
                                    paths: string[];
                                    /** @description Directories below those in which tags can be made, too. */
                                    whitelist: string[];
                                };
                            };
                            /** @description Where svn clients find it. */
                            svn_url: string;
                            /** @description Resource of the repository. */
                            uri: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTrackerActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trackers that the caller sees, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Description of the tracker. */
                        description: string;
                        /** @description Null for a caller who sees no artifact. */
                        last_changed_on: string | null;
                        /** @description How many artifacts that the caller sees are new in each of the last eight weeks, the oldest first. The last week ends now. */
                        opened: number[];
                        /** @description Id of the tracker. */
                        tracker_id: number;
                    }[];
                    "application/xml": {
                        /** @description Description of the tracker. */
                        description: string;
                        /** @description Null for a caller who sees no artifact. */
                        last_changed_on: string | null;
                        /** @description How many artifacts that the caller sees are new in each of the last eight weeks, the oldest first. The last week ends now. */
                        opened: number[];
                        /** @description Id of the tracker. */
                        tracker_id: number;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTrackerSizes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trackers that the caller sees, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many of its artifacts the caller sees. */
                        artifacts: number;
                        /** @description Colour of the tracker: a name of the palette. */
                        color_name: string;
                        /** @description Name of one of its items: the keyword of references. */
                        item_name: string;
                        /** @description Name of the tracker. */
                        label: string;
                        /** @description How many of them have an open status; all of them for a caller who cannot read the status. */
                        open: number;
                        /** @description Id of the tracker. */
                        tracker_id: number;
                    }[];
                    "application/xml": {
                        /** @description How many of its artifacts the caller sees. */
                        artifacts: number;
                        /** @description Colour of the tracker: a name of the palette. */
                        color_name: string;
                        /** @description Name of one of its items: the keyword of references. */
                        item_name: string;
                        /** @description Name of the tracker. */
                        label: string;
                        /** @description How many of them have an open status; all of them for a caller who cannot read the status. */
                        open: number;
                        /** @description Id of the tracker. */
                        tracker_id: number;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectTrackers: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description `{"is_tracker_admin": true}`: those that the requester administers. `{"item_name": "bug"}`: the one of this item name. */
                query?: string;
                /** @description How much of each. */
                representation?: "full" | "minimal";
                /** @description `title`: tell what keeps the requester from creating an artifact by its title alone. */
                with_creation_semantic_check?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trackers of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["CompleteTracker"] | components["schemas"]["MinimalTracker"])[];
                    "application/xml": (components["schemas"]["CompleteTracker"] | components["schemas"]["MinimalTracker"])[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listProjectUserGroups: {
        parameters: {
            query?: {
                /** @description {"with_system_user_groups":true}: those of the platform that can enter it too. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User groups, by number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    }[];
                    "application/xml": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    password: string;
                    /** @description Login name. */
                    username: string;
                };
                "application/xml": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    password: string;
                    /** @description Login name. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description A session; the answer sets its cookie. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it began.
                         */
                        created_on: string;
                        /**
                         * Format: date-time
                         * @description When it ends.
                         */
                        expires_on: string;
                        /** @description Id of the session. */
                        id: number;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it began.
                         */
                        created_on: string;
                        /**
                         * Format: date-time
                         * @description When it ends.
                         */
                        expires_on: string;
                        /** @description Id of the session. */
                        id: number;
                        /** @description A user, as shown to those who are signed in. */
                        user: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Null for an anonymous author without address. */
                            email: string | null;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            status: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session, or `current` for the one that this request came with. */
                id: number | "current";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Artifacts deleted lately. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Who deleted any, most first. */
                        accounts: {
                            /** @description How many it deleted. */
                            deletions: number;
                            /** @description Null: it may now, or nobody may. */
                            next_free_on: string | null;
                            /**
                             * Format: date-time
                             * @description When it deleted the first of them.
                             */
                            oldest_on: string;
                            /** @description How many it may still delete. */
                            remaining: number;
                            /** @description A user, as shown to everybody. */
                            user: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            };
                        }[];
                        /** @description How many artifacts an account may delete; 0: nobody deletes. */
                        limit: number;
                        /** @description How many were deleted in these hours. */
                        total: number;
                        /** @description In how many hours. */
                        window_hours: number;
                    };
                    "application/xml": {
                        /** @description Who deleted any, most first. */
                        accounts: {
                            /** @description How many it deleted. */
                            deletions: number;
                            /** @description Null: it may now, or nobody may. */
                            next_free_on: string | null;
                            /**
                             * Format: date-time
                             * @description When it deleted the first of them.
                             */
                            oldest_on: string;
                            /** @description How many it may still delete. */
                            remaining: number;
                            /** @description A user, as shown to everybody. */
                            user: {
                                /** @description Absolute address of the picture (PNG), readable without login. */
                                avatar_url: string;
                                /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                display_name: string;
                                /** @description Whether the picture is their own, not the default one. */
                                has_avatar: boolean;
                                /** @description Null for an anonymous author. */
                                id: number | null;
                                /** @description Whether there is no account behind it. */
                                is_anonymous: boolean;
                                /** @description Null for an anonymous author. */
                                ldap_id: string | null;
                                /** @description Null for an anonymous author. */
                                real_name: string | null;
                                /** @description Null for an anonymous author. */
                                uri: string | null;
                                /** @description Null for an anonymous author. */
                                user_url: string | null;
                                /** @description Null for an anonymous author. */
                                username: string | null;
                            };
                        }[];
                        /** @description How many artifacts an account may delete; 0: nobody deletes. */
                        limit: number;
                        /** @description How many were deleted in these hours. */
                        total: number;
                        /** @description In how many hours. */
                        window_hours: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getSiteHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the platform is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The disk that the data folder is on. */
                        data_folder: {
                            /** @description Room that is left on it, in bytes. */
                            free_bytes: number;
                            /** @description Room that is taken on it, by anything, in bytes. */
                            used_bytes: number;
                        };
                        /** @description The database. */
                        database: {
                            /** @description Size of the database, in bytes. */
                            size_bytes: number;
                        };
                        /** @description Consumers of the event log. */
                        event_log: {
                            /** @description Who acts on events. */
                            consumer: string;
                            /** @description How often the next one failed in a row. */
                            failures: number;
                            /** @description Age of the oldest of them. */
                            lag_seconds: number;
                            /** @description Events that it has still to handle; 10000 stands for that many or more. */
                            waiting: number;
                        }[];
                        /** @description How many processes answer requests. */
                        processes: number;
                        /** @description The file system of the folder that servers share (`CROCUS_SHARED`). Null: it is that of the data folder, or not there. */
                        shared_folder: {
                            /** @description Room that is left on it, in bytes. */
                            free_bytes: number;
                            /** @description Room that is taken on it, by anything, in bytes. */
                            used_bytes: number;
                        } | null;
                        /** @description Hosting of Subversion repositories: `on`, or `off: ` and why. */
                        svn: string;
                        /** @description How long the process that answers has been running. */
                        uptime_seconds: number;
                        /** @description What runs. */
                        versions: {
                            /** @description Version of this product. */
                            crocus: string;
                            /** @description Version of Node. */
                            node: string;
                            /** @description Version of the database server. */
                            postgresql: string;
                            /** @description Null: it is not installed. */
                            subversion: string | null;
                        };
                    };
                    "application/xml": {
                        /** @description The disk that the data folder is on. */
                        data_folder: {
                            /** @description Room that is left on it, in bytes. */
                            free_bytes: number;
                            /** @description Room that is taken on it, by anything, in bytes. */
                            used_bytes: number;
                        };
                        /** @description The database. */
                        database: {
                            /** @description Size of the database, in bytes. */
                            size_bytes: number;
                        };
                        /** @description Consumers of the event log. */
                        event_log: {
                            /** @description Who acts on events. */
                            consumer: string;
                            /** @description How often the next one failed in a row. */
                            failures: number;
                            /** @description Age of the oldest of them. */
                            lag_seconds: number;
                            /** @description Events that it has still to handle; 10000 stands for that many or more. */
                            waiting: number;
                        }[];
                        /** @description How many processes answer requests. */
                        processes: number;
                        /** @description The file system of the folder that servers share (`CROCUS_SHARED`). Null: it is that of the data folder, or not there. */
                        shared_folder: {
                            /** @description Room that is left on it, in bytes. */
                            free_bytes: number;
                            /** @description Room that is taken on it, by anything, in bytes. */
                            used_bytes: number;
                        } | null;
                        /** @description Hosting of Subversion repositories: `on`, or `off: ` and why. */
                        svn: string;
                        /** @description How long the process that answers has been running. */
                        uptime_seconds: number;
                        /** @description What runs. */
                        versions: {
                            /** @description Version of this product. */
                            crocus: string;
                            /** @description Version of Node. */
                            node: string;
                            /** @description Version of the database server. */
                            postgresql: string;
                            /** @description Null: it is not installed. */
                            subversion: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Only jobs in this state. */
                state?: "waiting" | "running" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The work in the background that is not done. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many failed as often as they may be tried. */
                        failed: number;
                        /** @description Failed ones, running ones, waiting ones; each by the time when they are due. */
                        jobs: {
                            /** @description How often it was tried. */
                            attempts: number;
                            /** @description Id of the job. */
                            id: number;
                            /** @description Null: it has not failed. */
                            last_error: string | null;
                            /** @description How often it may be tried. */
                            max_attempts: number;
                            /**
                             * Format: date-time
                             * @description When it is due.
                             */
                            run_at: string;
                            /**
                             * @description State of the job.
                             * @enum {unknown}
                             */
                            state: "waiting" | "running" | "failed";
                            /** @description What is to be done. */
                            task: string;
                        }[];
                        /** @description How many are being done. */
                        running: number;
                        /** @description How many wait: for their time, or to be tried again. */
                        waiting: number;
                    };
                    "application/xml": {
                        /** @description How many failed as often as they may be tried. */
                        failed: number;
                        /** @description Failed ones, running ones, waiting ones; each by the time when they are due. */
                        jobs: {
                            /** @description How often it was tried. */
                            attempts: number;
                            /** @description Id of the job. */
                            id: number;
                            /** @description Null: it has not failed. */
                            last_error: string | null;
                            /** @description How often it may be tried. */
                            max_attempts: number;
                            /**
                             * Format: date-time
                             * @description When it is due.
                             */
                            run_at: string;
                            /**
                             * @description State of the job.
                             * @enum {unknown}
                             */
                            state: "waiting" | "running" | "failed";
                            /** @description What is to be done. */
                            task: string;
                        }[];
                        /** @description How many are being done. */
                        running: number;
                        /** @description How many wait: for their time, or to be tried again. */
                        waiting: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    retryJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the job. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAllProjects: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Words; each is part of the label or the short name. */
                query?: string;
                /** @description Only projects of this status. */
                status?: "active" | "pending" | "suspended" | "deleted" | "system";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description How many members it has. */
                        members_count: number;
                        /** @description Null while there is none. */
                        project_owner: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    }[];
                    "application/xml": {
                        /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                        access: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Whether everybody who sees it may make projects from it. */
                        is_template: boolean;
                        /** @description Name, after the icon when there is one. */
                        label: string;
                        /** @description Name. */
                        label_without_icon: string;
                        /** @description How many members it has. */
                        members_count: number;
                        /** @description Null while there is none. */
                        project_owner: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Short name, in lower case. */
                        shortname: string;
                        /** @description Null while it waits for its archive. */
                        status: string | null;
                        /** @description Resource of the project. */
                        uri: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    administerProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the project. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether everybody who sees it may make projects from it. */
                    is_template?: boolean;
                    /**
                     * @description The status to give it; deleted cannot be undone.
                     * @enum {unknown}
                     */
                    status?: "active" | "suspended" | "deleted";
                };
                "application/xml": {
                    /** @description Whether everybody who sees it may make projects from it. */
                    is_template?: boolean;
                    /**
                     * @description The status to give it; deleted cannot be undone.
                     * @enum {unknown}
                     */
                    status?: "active" | "suspended" | "deleted";
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getSampleProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State of the sample project. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether `POST` would create the sample project. */
                        can_be_created: boolean;
                        /** @description Id of the sample project; null: none is here. */
                        project_id: number | null;
                        /** @description Short name of the sample project, or null. */
                        shortname: string | null;
                    };
                    "application/xml": {
                        /** @description Whether `POST` would create the sample project. */
                        can_be_created: boolean;
                        /** @description Id of the sample project; null: none is here. */
                        project_id: number | null;
                        /** @description Short name of the sample project, or null. */
                        shortname: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createSampleProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created sample project. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of its artifacts. */
                        artifacts: number;
                        /** @description Whether it has a Subversion repository; false if Subversion is not installed. */
                        has_repository: boolean;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Name of the project. */
                        label: string;
                        /** @description Short name of the project. */
                        shortname: string;
                        /** @description Address of the project in the API. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Number of its artifacts. */
                        artifacts: number;
                        /** @description Whether it has a Subversion repository; false if Subversion is not installed. */
                        has_repository: boolean;
                        /** @description Id of the project. */
                        id: number;
                        /** @description Name of the project. */
                        label: string;
                        /** @description Short name of the project. */
                        shortname: string;
                        /** @description Address of the project in the API. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removeSampleProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effects of the removal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of erased accounts of the team. */
                        erased_accounts: number;
                        /** @description Number of accounts of the team that somebody has used, which stay. */
                        kept_accounts: number;
                    };
                    "application/xml": {
                        /** @description Number of erased accounts of the team. */
                        erased_accounts: number;
                        /** @description Number of accounts of the team that somebody has used, which stay. */
                        kept_accounts: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All settings, in the order of the documentation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its value where nobody set it. */
                        default: string;
                        /** @description What it means. */
                        description: string;
                        /** @description Whether nobody set it. */
                        is_default: boolean;
                        /** @description Name of the setting. */
                        name: string;
                        /** @description Its value now. */
                        value: string;
                        /** @description Which texts are values of it, in words. */
                        values: string;
                    }[];
                    "application/xml": {
                        /** @description Its value where nobody set it. */
                        default: string;
                        /** @description What it means. */
                        description: string;
                        /** @description Whether nobody set it. */
                        is_default: boolean;
                        /** @description Name of the setting. */
                        name: string;
                        /** @description Its value now. */
                        value: string;
                        /** @description Which texts are values of it, in words. */
                        values: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: string | null;
                };
                "application/xml": {
                    [key: string]: string | null;
                };
            };
        };
        responses: {
            /** @description All settings, in the order of the documentation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its value where nobody set it. */
                        default: string;
                        /** @description What it means. */
                        description: string;
                        /** @description Whether nobody set it. */
                        is_default: boolean;
                        /** @description Name of the setting. */
                        name: string;
                        /** @description Its value now. */
                        value: string;
                        /** @description Which texts are values of it, in words. */
                        values: string;
                    }[];
                    "application/xml": {
                        /** @description Its value where nobody set it. */
                        default: string;
                        /** @description What it means. */
                        description: string;
                        /** @description Whether nobody set it. */
                        is_default: boolean;
                        /** @description Name of the setting. */
                        name: string;
                        /** @description Its value now. */
                        value: string;
                        /** @description Which texts are values of it, in words. */
                        values: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Words; each is part of the login name, the real name or the e-mail address. */
                query?: string;
                /** @description Only accounts of this status. */
                status?: "A" | "R" | "S" | "D" | "P" | "V" | "W";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By login. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description E-mail address, maybe empty. */
                        email: string;
                        /** @description Id of the account. */
                        id: number;
                        /** @description Whether it administers the platform. */
                        is_site_administrator: boolean;
                        /** @description Null: none was noted. Requests with a password are not. */
                        last_access_on: string | null;
                        /** @description Real name, maybe empty. */
                        real_name: string;
                        /** @description Permissions on the platform that groups give to it. */
                        site_permissions: string[];
                        /** @description A active, R restricted, S suspended, D deleted, P pending, V or W validated. */
                        status: string;
                        /** @description Login name. */
                        username: string;
                    }[];
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description E-mail address, maybe empty. */
                        email: string;
                        /** @description Id of the account. */
                        id: number;
                        /** @description Whether it administers the platform. */
                        is_site_administrator: boolean;
                        /** @description Null: none was noted. Requests with a password are not. */
                        last_access_on: string | null;
                        /** @description Real name, maybe empty. */
                        real_name: string;
                        /** @description Permissions on the platform that groups give to it. */
                        site_permissions: string[];
                        /** @description A active, R restricted, S suspended, D deleted, P pending, V or W validated. */
                        status: string;
                        /** @description Login name. */
                        username: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address. */
                    email: string;
                    /** @description Another way to say the status: true is R, false is A. */
                    is_restricted?: boolean;
                    /**
                     * Format: password
                     * @description Password of at least 8 characters. Without one a mail invites the owner to choose it.
                     */
                    password?: string;
                    /**
                     * @description Real name.
                     * @default
                     */
                    real_name?: string;
                    /**
                     * @description A active (default), R restricted, S suspended, P pending.
                     * @enum {unknown}
                     */
                    status?: "A" | "R" | "S" | "P";
                    /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                    username: string;
                };
                "application/xml": {
                    /** @description E-mail address. */
                    email: string;
                    /** @description Another way to say the status: true is R, false is A. */
                    is_restricted?: boolean;
                    /**
                     * Format: password
                     * @description Password of at least 8 characters. Without one a mail invites the owner to choose it.
                     */
                    password?: string;
                    /**
                     * @description Real name.
                     * @default
                     */
                    real_name?: string;
                    /**
                     * @description A active (default), R restricted, S suspended, P pending.
                     * @enum {unknown}
                     */
                    status?: "A" | "R" | "S" | "P";
                    /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description An account that was just made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description E-mail address, maybe empty. */
                        email: string;
                        /** @description Id of the account. */
                        id: number;
                        /** @description Whether a mail with a link to choose a password is on its way. */
                        invitation_sent: boolean;
                        /** @description Whether it administers the platform. */
                        is_site_administrator: boolean;
                        /** @description Null: none was noted. Requests with a password are not. */
                        last_access_on: string | null;
                        /** @description Real name, maybe empty. */
                        real_name: string;
                        /** @description Permissions on the platform that groups give to it. */
                        site_permissions: string[];
                        /** @description A active, R restricted, S suspended, D deleted, P pending, V or W validated. */
                        status: string;
                        /** @description Login name. */
                        username: string;
                    };
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        created_on: string;
                        /** @description E-mail address, maybe empty. */
                        email: string;
                        /** @description Id of the account. */
                        id: number;
                        /** @description Whether a mail with a link to choose a password is on its way. */
                        invitation_sent: boolean;
                        /** @description Whether it administers the platform. */
                        is_site_administrator: boolean;
                        /** @description Null: none was noted. Requests with a password are not. */
                        last_access_on: string | null;
                        /** @description Real name, maybe empty. */
                        real_name: string;
                        /** @description Permissions on the platform that groups give to it. */
                        site_permissions: string[];
                        /** @description A active, R restricted, S suspended, D deleted, P pending, V or W validated. */
                        status: string;
                        /** @description Login name. */
                        username: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setSiteAdministrator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the account is to administer the platform. */
                    is_site_administrator: boolean;
                };
                "application/xml": {
                    /** @description Whether the account is to administer the platform. */
                    is_site_administrator: boolean;
                };
            };
        };
        responses: {
            /** @description Whether anything changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                    "application/xml": boolean;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createRepository: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description 3 to 255 letters, digits, `-`, `_` and `.`, the first a letter. */
                    name: string;
                    /** @description Project of the repository. */
                    project_id: number;
                    /** @description Settings of the new repository; what is left out has its default. */
                    settings?: {
                        /** @description Rules of access by path, in the format of Subversion; they come after the generated defaults. */
                        access_file?: string;
                        /** @description What commits have to obey. */
                        commit_rules?: {
                            /** @description Whether messages of commits may be changed afterwards. */
                            is_commit_message_change_allowed: boolean;
                            /** @description Whether each commit message has to name an artifact or the like. */
                            is_reference_mandatory: boolean;
                        };
                        /** @description Mails about commits; each path once. */
                        email_notifications?: {
                            /** @description Addresses. */
                            emails: string[];
                            /** @description Path in the repository; `*` stands for any one segment. */
                            path: string;
                            /** @description User groups. */
                            user_groups: string[];
                            /** @description Accounts. */
                            users: number[];
                        }[];
                        /**
                         * @description Whether project members may write, and others read where the project is open, unless the access file says otherwise.
                         * @default true
                         */
                        has_default_permissions?: boolean;
                        /** @description Parts of the repository that only grow. */
                        immutable_tags?: {
                            /** @description Directories in which tags can be made, but not changed. */
                            paths: string[];
                            /** @description Directories below those in which tags can be made, too. */
                            whitelist: string[];
                        };
                        /** @description Directories that the first commit makes; none: the repository stays at revision 0. */
                        layout?: string[] | null;
                    };
                };
                "application/xml": {
                    /** @description 3 to 255 letters, digits, `-`, `_` and `.`, the first a letter. */
                    name: string;
                    /** @description Project of the repository. */
                    project_id: number;
                    /** @description Settings of the new repository; what is left out has its default. */
                    settings?: {
                        /** @description Rules of access by path, in the format of Subversion; they come after the generated defaults. */
                        access_file?: string;
                        /** @description What commits have to obey. */
                        commit_rules?: {
                            /** @description Whether messages of commits may be changed afterwards. */
                            is_commit_message_change_allowed: boolean;
                            /** @description Whether each commit message has to name an artifact or the like. */
                            is_reference_mandatory: boolean;
                        };
                        /** @description Mails about commits; each path once. */
                        email_notifications?: {
                            /** @description Addresses. */
                            emails: string[];
                            /** @description Path in the repository; `*` stands for any one segment. */
                            path: string;
                            /** @description User groups. */
                            user_groups: string[];
                            /** @description Accounts. */
                            users: number[];
                        }[];
                        /**
                         * @description Whether project members may write, and others read where the project is open, unless the access file says otherwise.
                         * @default true
                         */
                        has_default_permissions?: boolean;
                        /** @description Parts of the repository that only grow. */
                        immutable_tags?: {
                            /** @description Directories in which tags can be made, but not changed. */
                            paths: string[];
                            /** @description Directories below those in which tags can be made, too. */
                            whitelist: string[];
                        };
                        /** @description Directories that the first commit makes; none: the repository stays at revision 0. */
                        layout?: string[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description A Subversion repository. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A Subversion repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description All settings at once. */
                    settings: {
                        /** @description Rules of access by path, in the format of Subversion; they come after the generated defaults. */
                        access_file: string;
                        /** @description What commits have to obey. */
                        commit_rules: {
                            /** @description Whether messages of commits may be changed afterwards. */
                            is_commit_message_change_allowed: boolean;
                            /** @description Whether each commit message has to name an artifact or the like. */
                            is_reference_mandatory: boolean;
                        };
                        /** @description Mails about commits; each path once. */
                        email_notifications: {
                            /** @description Addresses. */
                            emails: string[];
                            /** @description Path in the repository; `*` stands for any one segment. */
                            path: string;
                            /** @description User groups. */
                            user_groups: string[];
                            /** @description Accounts. */
                            users: number[];
                        }[];
                        /**
                         * @description Whether project members may write, and others read where the project is open, unless the access file says otherwise.
                         * @default true
                         */
                        has_default_permissions?: boolean;
                        /** @description Parts of the repository that only grow. */
                        immutable_tags: {
                            /** @description Directories in which tags can be made, but not changed. */
                            paths: string[];
                            /** @description Directories below those in which tags can be made, too. */
                            whitelist: string[];
                        };
                    };
                };
                "application/xml": {
                    /** @description All settings at once. */
                    settings: {
                        /** @description Rules of access by path, in the format of Subversion; they come after the generated defaults. */
                        access_file: string;
                        /** @description What commits have to obey. */
                        commit_rules: {
                            /** @description Whether messages of commits may be changed afterwards. */
                            is_commit_message_change_allowed: boolean;
                            /** @description Whether each commit message has to name an artifact or the like. */
                            is_reference_mandatory: boolean;
                        };
                        /** @description Mails about commits; each path once. */
                        email_notifications: {
                            /** @description Addresses. */
                            emails: string[];
                            /** @description Path in the repository; `*` stands for any one segment. */
                            path: string;
                            /** @description User groups. */
                            user_groups: string[];
                            /** @description Accounts. */
                            users: number[];
                        }[];
                        /**
                         * @description Whether project members may write, and others read where the project is open, unless the access file says otherwise.
                         * @default true
                         */
                        has_default_permissions?: boolean;
                        /** @description Parts of the repository that only grow. */
                        immutable_tags: {
                            /** @description Directories in which tags can be made, but not changed. */
                            paths: string[];
                            /** @description Directories below those in which tags can be made, too. */
                            whitelist: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description A Subversion repository. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Id of the repository. */
                        id: number;
                        /** @description Name. */
                        name: string;
                        /** @description A project in short. */
                        project: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Settings, for those who administer the repositories of the project. */
                        settings?: {
                            /** @description What the project adds to the generated rules, in its current version. */
                            access_file: string;
                            /** @description What commits have to obey. */
                            commit_rules: {
                                /** @description Whether messages of commits may be changed afterwards. */
                                is_commit_message_change_allowed: boolean;
                                /** @description Whether each commit message has to name an artifact or the like. */
                                is_reference_mandatory: boolean;
                            };
                            /** @description Mails about commits, in the order in which they were given. */
                            email_notifications: {
                                /** @description Addresses. */
                                emails: string[];
                                /** @description Path in the repository. */
                                path: string;
                                /** @description User groups. */
                                user_groups: {
                                    /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                                    id: string;
                                    /** @description Key of the name; of a static group the name itself. */
                                    key: string;
                                    /** @description Name as people read it. */
                                    label: string;
                                    /** @description Short name. */
                                    short_name: string;
                                    /** @description Resource of the group. */
                                    uri: string;
                                    /** @description Its members. */
                                    users_uri: string;
                                }[];
                                /** @description Accounts. */
                                users: {
                                    /** @description Absolute address of the picture (PNG), readable without login. */
                                    avatar_url: string;
                                    /** @description Name as the reader wants to see names; by default "Real name (login)". */
                                    display_name: string;
                                    /** @description Whether the picture is their own, not the default one. */
                                    has_avatar: boolean;
                                    /** @description Null for an anonymous author. */
                                    id: number | null;
                                    /** @description Whether there is no account behind it. */
                                    is_anonymous: boolean;
                                    /** @description Null for an anonymous author. */
                                    ldap_id: string | null;
                                    /** @description Null for an anonymous author. */
                                    real_name: string | null;
                                    /** @description Null for an anonymous author. */
                                    uri: string | null;
                                    /** @description Null for an anonymous author. */
                                    user_url: string | null;
                                    /** @description Null for an anonymous author. */
                                    username: string | null;
                                }[];
                            }[];
                            /** @description Whether the generated rules grant anything. */
                            has_default_permissions: boolean;
                            /** @description Parts of the repository that only grow. */
                            immutable_tags: {
                                /** @description Directories in which tags can be made, but not changed. */
                                paths: string[];
                                /** @description Directories below those in which tags can be made, too. */
                                whitelist: string[];
                            };
                        };
                        /** @description Where svn clients find it. */
                        svn_url: string;
                        /** @description Resource of the repository. */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRepository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    checkAccessFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Rules of access by path, as in the settings. */
                    access_file: string;
                    /**
                     * @description Whether the generated defaults come before them.
                     * @default true
                     */
                    has_default_permissions?: boolean;
                };
                "application/xml": {
                    /** @description Rules of access by path, as in the settings. */
                    access_file: string;
                    /**
                     * @description Whether the generated defaults come before them.
                     * @default true
                     */
                    has_default_permissions?: boolean;
                };
            };
        };
        responses: {
            /** @description What is wrong with an access file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What Subversion would not accept, by lines; empty: the text would be accepted. */
                        faults: {
                            /** @description Null where it cannot be told. */
                            line: number | null;
                            /** @description What is wrong. */
                            message: string;
                        }[];
                        /** @description What has no effect, by lines. The text can be saved all the same. */
                        warnings: {
                            /** @description Null where it cannot be told. */
                            line: number | null;
                            /** @description What is wrong. */
                            message: string;
                        }[];
                    };
                    "application/xml": {
                        /** @description What Subversion would not accept, by lines; empty: the text would be accepted. */
                        faults: {
                            /** @description Null where it cannot be told. */
                            line: number | null;
                            /** @description What is wrong. */
                            message: string;
                        }[];
                        /** @description What has no effect, by lines. The text can be saved all the same. */
                        warnings: {
                            /** @description Null where it cannot be told. */
                            line: number | null;
                            /** @description What is wrong. */
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAccessFileVersions: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, the newest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its text. */
                        access_file: string;
                        /** @description A user, as shown to everybody. */
                        created_by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description When it was saved.
                         */
                        created_on: string;
                        /** @description Whether the generated rules granted anything then. */
                        has_default_permissions: boolean;
                        /** @description Whether it is the one in force. */
                        is_current: boolean;
                        /** @description 1, 2, 3 … */
                        version: number;
                    }[];
                    "application/xml": {
                        /** @description Its text. */
                        access_file: string;
                        /** @description A user, as shown to everybody. */
                        created_by: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        };
                        /**
                         * Format: date-time
                         * @description When it was saved.
                         */
                        created_on: string;
                        /** @description Whether the generated rules granted anything then. */
                        has_default_permissions: boolean;
                        /** @description Whether it is the one in force. */
                        is_current: boolean;
                        /** @description 1, 2, 3 … */
                        version: number;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the repository. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revisions, the newest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Artifacts that the message names. */
                        artifacts: {
                            /** @description Id of the artifact. */
                            id: number;
                            /** @description As the message has it: `art #12`. */
                            ref: string;
                            /** @description Resource of the artifact. */
                            uri: string;
                        }[];
                        /** @description Account of the author; null where there is none of that name. */
                        author: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Null where the revision has none. */
                        author_login: string | null;
                        /** @description Number of all changed paths. */
                        change_count: number;
                        /** @description Changed paths: the first thousand. */
                        changes: {
                            /** @description A added, D deleted, U changed, _U properties changed, UU both. */
                            how: string;
                            /** @description Path in the repository; directories end with a slash. */
                            path: string;
                        }[];
                        /** @description Null where the revision has no date. */
                        committed_on: string | null;
                        /** @description Path of its page. */
                        html_url: string;
                        /** @description Message. */
                        message: string;
                        /** @description Number of the revision. */
                        revision: number;
                    }[];
                    "application/xml": {
                        /** @description Artifacts that the message names. */
                        artifacts: {
                            /** @description Id of the artifact. */
                            id: number;
                            /** @description As the message has it: `art #12`. */
                            ref: string;
                            /** @description Resource of the artifact. */
                            uri: string;
                        }[];
                        /** @description Account of the author; null where there is none of that name. */
                        author: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        } | null;
                        /** @description Null where the revision has none. */
                        author_login: string | null;
                        /** @description Number of all changed paths. */
                        change_count: number;
                        /** @description Changed paths: the first thousand. */
                        changes: {
                            /** @description A added, D deleted, U changed, _U properties changed, UU both. */
                            how: string;
                            /** @description Path in the repository; directories end with a slash. */
                            path: string;
                        }[];
                        /** @description Null where the revision has no date. */
                        committed_on: string | null;
                        /** @description Path of its page. */
                        html_url: string;
                        /** @description Message. */
                        message: string;
                        /** @description Number of the revision. */
                        revision: number;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSystemEvents: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Only those in this state. */
                status?: "new" | "running" | "done" | "warning" | "error";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Number of the event, from 1. */
                        id: number;
                        /** @description What there is to say about it. */
                        log: string;
                        /** @description Account of the machine that the work belongs to. */
                        owner: string;
                        /** @description NEW, RUNNING, DONE, WARNING or ERROR. */
                        status: string;
                        /** @description What was done. */
                        type: string;
                    }[];
                    "application/xml": {
                        /** @description Number of the event, from 1. */
                        id: number;
                        /** @description What there is to say about it. */
                        log: string;
                        /** @description Account of the machine that the work belongs to. */
                        owner: string;
                        /** @description NEW, RUNNING, DONE, WARNING or ERROR. */
                        status: string;
                        /** @description What was done. */
                        type: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    password: string;
                    /** @description Login name. */
                    username: string;
                };
                "application/xml": {
                    /**
                     * Format: password
                     * @description Password of the account.
                     */
                    password: string;
                    /** @description Login name. */
                    username: string;
                };
            };
        };
        responses: {
            /** @description A token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The token, to be sent as X-Auth-Token; good for 24 hours. */
                        token: string;
                        /** @description Path of the token; DELETE ends it. */
                        uri: string;
                        /** @description Id of the account, to be sent as X-Auth-UserId. */
                        user_id: string;
                    };
                    "application/xml": {
                        /** @description The token, to be sent as X-Auth-Token; good for 24 hours. */
                        token: string;
                        /** @description Path of the token; DELETE ends it. */
                        uri: string;
                        /** @description Id of the account, to be sent as X-Auth-UserId. */
                        user_id: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createTrackerField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What a list draws from; only the members of its type. */
                    bind?: {
                        /** @description users: whom new artifacts have. */
                        default_users?: string[];
                        /** @description ugroups: the groups, in their order. */
                        groups?: {
                            /** @description Short name of the group. */
                            group: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                        }[];
                        /** @description static: values are shown by label, not in this order. */
                        is_alphabetical?: boolean;
                        /** @description users: who is offered. */
                        sources?: string[];
                        /**
                         * @description What the list draws from.
                         * @enum {unknown}
                         */
                        type: "static" | "users" | "ugroups";
                        /** @description static: all values, in their order. */
                        values?: {
                            /** @description Colour; null = none. */
                            color?: string | null;
                            /** @description Longer text. */
                            description?: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                            /** @description Text of the value. */
                            label: string;
                            /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                            previous_label?: string;
                            /** @description What other parts of the definition call it, where the label is not unique in its list. */
                            reference?: string;
                        }[];
                    };
                    /** @description What it is for. */
                    description?: string;
                    /** @description Users in the field are notified. */
                    has_notifications?: boolean;
                    /** @description A value must be given. */
                    is_required?: boolean;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name; without one it is made of the label. */
                    name?: string;
                    /** @description The element that follows; null = the last. */
                    next_sibling_id?: number | null;
                    /** @description The container; null = the top level. */
                    parent_id?: number | null;
                    /** @description Rights on the field, by short names of groups. */
                    permissions?: {
                        /**
                         * @description See it.
                         * @default []
                         */
                        read?: string[];
                        /**
                         * @description Fill it in a new artifact.
                         * @default []
                         */
                        submit?: string[];
                        /**
                         * @description See and change it.
                         * @default []
                         */
                        update?: string[];
                    };
                    /** @description As `specific_properties` of the field. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description The tracker. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /**
                     * @description Kind of form element.
                     * @enum {unknown}
                     */
                    type: "aid" | "atid" | "column" | "cross" | "date" | "Encrypted" | "fieldset" | "float" | "int" | "linebreak" | "lud" | "priority" | "separator" | "staticrichtext" | "string" | "subon" | "text" | "ttmstepdef" | "ttmstepexec" | "art_link" | "burndown" | "burnup" | "cb" | "computed" | "file" | "luby" | "msb" | "perm" | "rb" | "sb" | "subby" | "tbl";
                };
                "application/xml": {
                    /** @description What a list draws from; only the members of its type. */
                    bind?: {
                        /** @description users: whom new artifacts have. */
                        default_users?: string[];
                        /** @description ugroups: the groups, in their order. */
                        groups?: {
                            /** @description Short name of the group. */
                            group: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                        }[];
                        /** @description static: values are shown by label, not in this order. */
                        is_alphabetical?: boolean;
                        /** @description users: who is offered. */
                        sources?: string[];
                        /**
                         * @description What the list draws from.
                         * @enum {unknown}
                         */
                        type: "static" | "users" | "ugroups";
                        /** @description static: all values, in their order. */
                        values?: {
                            /** @description Colour; null = none. */
                            color?: string | null;
                            /** @description Longer text. */
                            description?: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                            /** @description Text of the value. */
                            label: string;
                            /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                            previous_label?: string;
                            /** @description What other parts of the definition call it, where the label is not unique in its list. */
                            reference?: string;
                        }[];
                    };
                    /** @description What it is for. */
                    description?: string;
                    /** @description Users in the field are notified. */
                    has_notifications?: boolean;
                    /** @description A value must be given. */
                    is_required?: boolean;
                    /** @description Name to show. */
                    label: string;
                    /** @description Short name; without one it is made of the label. */
                    name?: string;
                    /** @description The element that follows; null = the last. */
                    next_sibling_id?: number | null;
                    /** @description The container; null = the top level. */
                    parent_id?: number | null;
                    /** @description Rights on the field, by short names of groups. */
                    permissions?: {
                        /**
                         * @description See it.
                         * @default []
                         */
                        read?: string[];
                        /**
                         * @description Fill it in a new artifact.
                         * @default []
                         */
                        submit?: string[];
                        /**
                         * @description See and change it.
                         * @default []
                         */
                        update?: string[];
                    };
                    /** @description As `specific_properties` of the field. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description The tracker. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /**
                     * @description Kind of form element.
                     * @enum {unknown}
                     */
                    type: "aid" | "atid" | "column" | "cross" | "date" | "Encrypted" | "fieldset" | "float" | "int" | "linebreak" | "lud" | "priority" | "separator" | "staticrichtext" | "string" | "subon" | "text" | "ttmstepdef" | "ttmstepexec" | "art_link" | "burndown" | "burnup" | "cb" | "computed" | "file" | "luby" | "msb" | "perm" | "rb" | "sb" | "subby" | "tbl";
                };
            };
        };
        responses: {
            /** @description A form element with all that is configured about it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldDescription"];
                    "application/xml": components["schemas"]["FieldDescription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTrackerField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the form element. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateTrackerField: {
        parameters: {
            query?: {
                /** @description true: artifacts may lose values of the list. Otherwise that is refused (409). */
                allow_data_loss?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the form element. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What a list draws from; only the members of its type. */
                    bind?: {
                        /** @description users: whom new artifacts have. */
                        default_users?: string[];
                        /** @description ugroups: the groups, in their order. */
                        groups?: {
                            /** @description Short name of the group. */
                            group: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                        }[];
                        /** @description static: values are shown by label, not in this order. */
                        is_alphabetical?: boolean;
                        /** @description users: who is offered. */
                        sources?: string[];
                        /**
                         * @description What the list draws from.
                         * @enum {unknown}
                         */
                        type: "static" | "users" | "ugroups";
                        /** @description static: all values, in their order. */
                        values?: {
                            /** @description Colour; null = none. */
                            color?: string | null;
                            /** @description Longer text. */
                            description?: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                            /** @description Text of the value. */
                            label: string;
                            /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                            previous_label?: string;
                            /** @description What other parts of the definition call it, where the label is not unique in its list. */
                            reference?: string;
                        }[];
                    };
                    /** @description What it is for. */
                    description?: string;
                    /** @description Users in the field are notified. */
                    has_notifications?: boolean;
                    /** @description A value must be given. */
                    is_required?: boolean;
                    /** @description Name to show. */
                    label?: string;
                    /** @description Where it goes. */
                    move?: {
                        /** @description The element that follows; null = the last. */
                        next_sibling_id: number | null;
                        /** @description The container; null = the top level. */
                        parent_id: number | null;
                    };
                    /** @description Short name; what a name may not have is replaced. */
                    name?: string;
                    /** @description Values that the list gets at its end (sb, rb). */
                    new_values?: string[];
                    /** @description Rights on the field, by short names of groups. */
                    permissions?: {
                        /**
                         * @description See it.
                         * @default []
                         */
                        read?: string[];
                        /**
                         * @description Fill it in a new artifact.
                         * @default []
                         */
                        submit?: string[];
                        /**
                         * @description See and change it.
                         * @default []
                         */
                        update?: string[];
                    };
                    /** @description As `specific_properties` of the field. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description true: put back in use; false: taken out of the form. */
                    use_it?: boolean;
                };
                "application/xml": {
                    /** @description What a list draws from; only the members of its type. */
                    bind?: {
                        /** @description users: whom new artifacts have. */
                        default_users?: string[];
                        /** @description ugroups: the groups, in their order. */
                        groups?: {
                            /** @description Short name of the group. */
                            group: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                        }[];
                        /** @description static: values are shown by label, not in this order. */
                        is_alphabetical?: boolean;
                        /** @description users: who is offered. */
                        sources?: string[];
                        /**
                         * @description What the list draws from.
                         * @enum {unknown}
                         */
                        type: "static" | "users" | "ugroups";
                        /** @description static: all values, in their order. */
                        values?: {
                            /** @description Colour; null = none. */
                            color?: string | null;
                            /** @description Longer text. */
                            description?: string;
                            /** @description New artifacts have it. */
                            is_default?: boolean;
                            /** @description No longer offered. */
                            is_hidden?: boolean;
                            /** @description Text of the value. */
                            label: string;
                            /** @description What it was called: the value is renamed, and artifacts that have it keep it. */
                            previous_label?: string;
                            /** @description What other parts of the definition call it, where the label is not unique in its list. */
                            reference?: string;
                        }[];
                    };
                    /** @description What it is for. */
                    description?: string;
                    /** @description Users in the field are notified. */
                    has_notifications?: boolean;
                    /** @description A value must be given. */
                    is_required?: boolean;
                    /** @description Name to show. */
                    label?: string;
                    /** @description Where it goes. */
                    move?: {
                        /** @description The element that follows; null = the last. */
                        next_sibling_id: number | null;
                        /** @description The container; null = the top level. */
                        parent_id: number | null;
                    };
                    /** @description Short name; what a name may not have is replaced. */
                    name?: string;
                    /** @description Values that the list gets at its end (sb, rb). */
                    new_values?: string[];
                    /** @description Rights on the field, by short names of groups. */
                    permissions?: {
                        /**
                         * @description See it.
                         * @default []
                         */
                        read?: string[];
                        /**
                         * @description Fill it in a new artifact.
                         * @default []
                         */
                        submit?: string[];
                        /**
                         * @description See and change it.
                         * @default []
                         */
                        update?: string[];
                    };
                    /** @description As `specific_properties` of the field. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description true: put back in use; false: taken out of the form. */
                    use_it?: boolean;
                };
            };
        };
        responses: {
            /** @description A form element with all that is configured about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldDescription"];
                    "application/xml": components["schemas"]["FieldDescription"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    declareFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the field. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the file is about. */
                    description?: string | null;
                    /** @description Bytes that will be sent; at most `max_size_upload` of the field. */
                    file_size: number;
                    /** @description Media type. Downloads say it again; whether it is true is not checked. */
                    file_type: string;
                    /** @description Name of the file, any Unicode; kept as it is. */
                    name: string;
                };
                "application/xml": {
                    /** @description What the file is about. */
                    description?: string | null;
                    /** @description Bytes that will be sent; at most `max_size_upload` of the field. */
                    file_size: number;
                    /** @description Media type. Downloads say it again; whether it is true is not checked. */
                    file_type: string;
                    /** @description Name of the file, any Unicode; kept as it is. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description A file that was declared. It expires four hours later, unless it is attached. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Path of the content, for its sender until it is attached. */
                        download_href: string;
                        /** @description Id of the file: attach it by this when all bytes are sent. */
                        id: number;
                        /** @description Null for an empty file: there is nothing to send. */
                        upload_href: string | null;
                    };
                    "application/xml": {
                        /** @description Path of the content, for its sender until it is attached. */
                        download_href: string;
                        /** @description Id of the file: attach it by this when all bytes are sent. */
                        id: number;
                        /** @description Null for an empty file: there is nothing to send. */
                        upload_href: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
            507: components["responses"]["Error507"];
        };
    };
    createReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Columns of its table; [] = it has no table.
                     * @default []
                     */
                    columns?: number[];
                    /**
                     * @description All of them must hold.
                     * @default []
                     */
                    criteria?: {
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description contains (the default), and for dates =, <, > or between. */
                        operator?: string;
                        /** @description As in `query` of GET /trackers/{id}/artifacts; of a static list, 100 also finds None. */
                        value?: unknown;
                    }[];
                    /**
                     * @description What it is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The query, in the language of `tql` of the tracker; "" = the criteria count.
                     * @default
                     */
                    expert_query?: string;
                    /**
                     * @description true: the tracker begins with it; public ones only.
                     * @default false
                     */
                    is_default?: boolean;
                    /**
                     * @description true: for everybody who sees the tracker; only its administrators make such ones.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description Name of the report. */
                    label: string;
                    /** @description What is searched. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                };
                "application/xml": {
                    /**
                     * @description Columns of its table; [] = it has no table.
                     * @default []
                     */
                    columns?: number[];
                    /**
                     * @description All of them must hold.
                     * @default []
                     */
                    criteria?: {
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description contains (the default), and for dates =, <, > or between. */
                        operator?: string;
                        /** @description As in `query` of GET /trackers/{id}/artifacts; of a static list, 100 also finds None. */
                        value?: unknown;
                    }[];
                    /**
                     * @description What it is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The query, in the language of `tql` of the tracker; "" = the criteria count.
                     * @default
                     */
                    expert_query?: string;
                    /**
                     * @description true: the tracker begins with it; public ones only.
                     * @default false
                     */
                    is_default?: boolean;
                    /**
                     * @description true: for everybody who sees the tracker; only its administrators make such ones.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description Name of the report. */
                    label: string;
                    /** @description What is searched. */
                    tracker: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                };
            };
        };
        responses: {
            /** @description A saved search of artifacts, with what it asks for. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportWithQuery"];
                    "application/xml": components["schemas"]["ReportWithQuery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /** @description Without effect: the server keeps no unsaved changes. */
                with_unsaved_changes?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the report. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A saved search of artifacts, with what it asks for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportWithQuery"];
                    "application/xml": components["schemas"]["ReportWithQuery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the report. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Columns of its table; [] = it has no table.
                     * @default []
                     */
                    columns?: number[];
                    /**
                     * @description All of them must hold.
                     * @default []
                     */
                    criteria?: {
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description contains (the default), and for dates =, <, > or between. */
                        operator?: string;
                        /** @description As in `query` of GET /trackers/{id}/artifacts; of a static list, 100 also finds None. */
                        value?: unknown;
                    }[];
                    /**
                     * @description What it is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The query, in the language of `tql` of the tracker; "" = the criteria count.
                     * @default
                     */
                    expert_query?: string;
                    /**
                     * @description true: the tracker begins with it; public ones only.
                     * @default false
                     */
                    is_default?: boolean;
                    /**
                     * @description true: for everybody who sees the tracker; only its administrators make such ones.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description Name of the report. */
                    label: string;
                };
                "application/xml": {
                    /**
                     * @description Columns of its table; [] = it has no table.
                     * @default []
                     */
                    columns?: number[];
                    /**
                     * @description All of them must hold.
                     * @default []
                     */
                    criteria?: {
                        /** @description Id of a used field of the tracker. */
                        field_id: number;
                        /** @description contains (the default), and for dates =, <, > or between. */
                        operator?: string;
                        /** @description As in `query` of GET /trackers/{id}/artifacts; of a static list, 100 also finds None. */
                        value?: unknown;
                    }[];
                    /**
                     * @description What it is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description The query, in the language of `tql` of the tracker; "" = the criteria count.
                     * @default
                     */
                    expert_query?: string;
                    /**
                     * @description true: the tracker begins with it; public ones only.
                     * @default false
                     */
                    is_default?: boolean;
                    /**
                     * @description true: for everybody who sees the tracker; only its administrators make such ones.
                     * @default false
                     */
                    is_public?: boolean;
                    /** @description Name of the report. */
                    label: string;
                };
            };
        };
        responses: {
            /** @description A saved search of artifacts, with what it asks for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportWithQuery"];
                    "application/xml": components["schemas"]["ReportWithQuery"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the report. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listReportArtifacts: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description nested: whole artifacts; flat: one plain object each. */
                output_format?: "nested" | "flat" | "flat_with_semicolon_string_array";
                /** @description The table whose columns are meant, where the report has several. */
                table_renderer_id?: number;
                /** @description all: answer the values, too; from_table_renderer: those of the columns of a table, links left out. */
                values?: "" | "all" | "from_table_renderer";
                /** @description Without effect: the server keeps no unsaved changes. */
                with_unsaved_changes?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the report. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifacts of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"][] | {
                        [key: string]: string | number | null | string[];
                    }[];
                    "application/xml": components["schemas"]["Artifact"][] | {
                        [key: string]: string | number | null | string[];
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createTransition: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTransition"];
                "application/xml": components["schemas"]["NewTransition"];
            };
        };
        responses: {
            /** @description The new transition. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the transition. */
                        id: number;
                        /** @description `tracker_workflow_transitions/{id}` */
                        uri: string;
                    };
                    "application/xml": {
                        /** @description Id of the transition. */
                        id: number;
                        /** @description `tracker_workflow_transitions/{id}` */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTransition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the transition. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A transition with its conditions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transition"];
                    "application/xml": components["schemas"]["Transition"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTransition: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the transition. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    updateTransition: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the transition. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionConditions"];
                "application/xml": components["schemas"]["TransitionConditions"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTransitionActions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the transition. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dates, integers, floats, jobs, then the others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description Id of a date field. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "date";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description What the date becomes; null: it stays. */
                        value: ("" | "current") | null;
                    } | {
                        /** @description Id of a field for integers. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "int";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description The number that it gets. */
                        value: number;
                    } | {
                        /** @description Id of a field for numbers. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "float";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description The number that it gets. */
                        value: number;
                    } | {
                        /** @description Id of the action. */
                        id: number;
                        /** @description Address of the job, http or https: its `/build` gets a POST. */
                        job_url: string;
                        /**
                         * @description A build is started elsewhere once the change is saved.
                         * @constant
                         */
                        type: "run_job";
                    } | {
                        /** @description The fields. */
                        field_ids: number[];
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description Fields that cannot be changed in the state. Simple mode only.
                         * @constant
                         */
                        type: "frozen_fields";
                    } | {
                        /** @description The fieldsets. */
                        fieldset_ids: number[];
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description Fieldsets not shown in the state. Simple mode only.
                         * @constant
                         */
                        type: "hidden_fieldsets";
                    })[];
                    "application/xml": ({
                        /** @description Id of a date field. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "date";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description What the date becomes; null: it stays. */
                        value: ("" | "current") | null;
                    } | {
                        /** @description Id of a field for integers. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "int";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description The number that it gets. */
                        value: number;
                    } | {
                        /** @description Id of a field for numbers. */
                        field_id: number;
                        /**
                         * @description Kind of the field.
                         * @constant
                         */
                        field_type: "float";
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description A field gets a value with the step.
                         * @constant
                         */
                        type: "set_field_value";
                        /** @description The number that it gets. */
                        value: number;
                    } | {
                        /** @description Id of the action. */
                        id: number;
                        /** @description Address of the job, http or https: its `/build` gets a POST. */
                        job_url: string;
                        /**
                         * @description A build is started elsewhere once the change is saved.
                         * @constant
                         */
                        type: "run_job";
                    } | {
                        /** @description The fields. */
                        field_ids: number[];
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description Fields that cannot be changed in the state. Simple mode only.
                         * @constant
                         */
                        type: "frozen_fields";
                    } | {
                        /** @description The fieldsets. */
                        fieldset_ids: number[];
                        /** @description Id of the action. */
                        id: number;
                        /**
                         * @description Fieldsets not shown in the state. Simple mode only.
                         * @constant
                         */
                        type: "hidden_fieldsets";
                    })[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTransitionActions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the transition. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTransitionActions"];
                "application/xml": components["schemas"]["NewTransitionActions"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createTracker: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Colour of the palette.
                     * @enum {unknown}
                     */
                    color?: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                    /** @description A definition, as GET /trackers/{id}/definition answers it. */
                    definition?: unknown;
                    /** @description What it is for. */
                    description?: string;
                    /** @description Short name of its artifacts. */
                    item_name?: string;
                    /** @description Name of the tracker. */
                    label?: string;
                    /** @description Where it is made. */
                    project: {
                        /** @description Id of the project. */
                        id: number;
                    };
                    /** @description Copied with everything but artifacts and triggers. */
                    template_tracker?: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /** @description `<tracker>` of a project archive; its artifacts are not read. */
                    xml?: string;
                };
                "application/xml": {
                    /**
                     * @description Colour of the palette.
                     * @enum {unknown}
                     */
                    color?: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                    /** @description A definition, as GET /trackers/{id}/definition answers it. */
                    definition?: unknown;
                    /** @description What it is for. */
                    description?: string;
                    /** @description Short name of its artifacts. */
                    item_name?: string;
                    /** @description Name of the tracker. */
                    label?: string;
                    /** @description Where it is made. */
                    project: {
                        /** @description Id of the project. */
                        id: number;
                    };
                    /** @description Copied with everything but artifacts and triggers. */
                    template_tracker?: {
                        /** @description Id of the tracker. */
                        id: number;
                    };
                    /** @description `<tracker>` of a project archive; its artifacts are not read. */
                    xml?: string;
                };
            };
        };
        responses: {
            /** @description A tracker with everything that is configured about it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteTracker"];
                    "application/xml": components["schemas"]["CompleteTracker"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTracker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A tracker with everything that is configured about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteTracker"];
                    "application/xml": components["schemas"]["CompleteTracker"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTracker: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeTrackerWorkflow: {
        parameters: {
            query: {
                /** @description What to do, as JSON text. */
                query: string;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A tracker with everything that is configured about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteTracker"];
                    "application/xml": components["schemas"]["CompleteTracker"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTrackerArtifacts: {
        parameters: {
            query?: {
                /** @description A query in TQL, such as: title = "lamp" AND (status IN ("New", "Open") OR assigned_to = MYSELF()). Without effect beside `query`. */
                expert_query?: string;
                /** @description Short names of fields, separated by commas: answer their values and no others. "" = as `values` says. */
                fields?: string;
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description By id; without effect beside a query. */
                order?: "asc" | "desc";
                /** @description Short names of fields to sort by, separated by commas, those with a minus descending: status,-last_update. Artifacts without a value come last; equal ones are sorted by id. "" = by id. */
                order_by?: string;
                /** @description Criteria as a JSON object, all of which must hold: {"<id or short name of a field>": <value>} or {"<field>": {"operator": "contains", "value": <value>}}; dates also take =, <, > and between. */
                query?: string;
                /** @description A query in TQL with all that this server can search. Beside the language of `expert_query` it compares open lists by label, computed fields by their manual value, numbers and rank of the artifact, and the groups that may see it. It knows @text = "words" (each word in a text or comment), @title, @assigned_to, @status and @status = OPEN(). A backslash makes the next character of a text ordinary. Takes precedence over `query` and `expert_query`. */
                tql?: string;
                /** @description all: answer the values, too. */
                values?: "" | "all";
                /** @description etag, permissions or both, separated by a comma: answer these members of each artifact, too. */
                with?: string;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The visible artifacts of the page. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedArtifact"][];
                    "application/xml": components["schemas"]["ListedArtifact"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerCannedResponses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Texts ready for comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text. */
                        body: string;
                        /** @description Title. */
                        title: string;
                    }[];
                    "application/xml": {
                        /** @description Text. */
                        body: string;
                        /** @description Title. */
                        title: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerCannedResponses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `canned_responses`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Text. */
                    body: string;
                    /** @description Title. */
                    title: string;
                }[];
                "application/xml": {
                    /** @description Text. */
                    body: string;
                    /** @description Title. */
                    title: string;
                }[];
            };
        };
        responses: {
            /** @description Texts ready for comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Text. */
                        body: string;
                        /** @description Title. */
                        title: string;
                    }[];
                    "application/xml": {
                        /** @description Text. */
                        body: string;
                        /** @description Title. */
                        title: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerDefinition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that is configured about a tracker, by names: nothing is left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerDefinitionAsRead"];
                    "application/xml": components["schemas"]["TrackerDefinitionAsRead"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    applyTrackerDefinition: {
        parameters: {
            query?: {
                /** @description true: artifacts may lose values. Otherwise such a change is refused (409), with all that would be lost. */
                allow_data_loss?: boolean;
                /** @description true: tell what would be changed, and change nothing. */
                dry_run?: boolean;
            };
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackerDefinition"];
                "application/xml": components["schemas"]["TrackerDefinition"];
            };
        };
        responses: {
            /** @description What a definition changes, and what that costs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerChangeReport"];
                    "application/xml": components["schemas"]["TrackerChangeReport"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    explainTracker: {
        parameters: {
            query: {
                /** @description What would be done: reading the tracker, or a new artifact. */
                action: "read" | "submit";
                /** @description Field that would be read or given a value. */
                field_id?: number;
                /** @description Value that the field of the workflow would get; 100 = none. */
                transition_to?: number;
                /** @description Account that is asked about; only administrators of the tracker ask about others. */
                user_id?: number;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether something may be done, and why (not). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether nothing stands in the way. */
                        allowed: boolean;
                        /** @description Reason of the first check that is not met. */
                        reason?: string;
                        /** @description The checks in their order, up to the one that ends the operation. */
                        steps: {
                            /** @description Groups of the account that allow it. */
                            by?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description What is looked at: the project, the tracker, …, or a reason of refusals. */
                            check: string;
                            /** @description Field that it is about. */
                            field_id?: number;
                            /** @description Groups that could do it; for administrators of the project, who see their members. */
                            groups?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description Short name of the field. */
                            name?: string;
                            /** @description Whether it is met. */
                            ok: boolean;
                            /** @description Why not, as `error.details.reason` of the refusal. */
                            reason?: string;
                            /** @description Step of the workflow. */
                            transition?: {
                                /** @description Value before. */
                                from_id: number | null;
                                /** @description Value after. */
                                to_id: number | null;
                            };
                        }[];
                    };
                    "application/xml": {
                        /** @description Whether nothing stands in the way. */
                        allowed: boolean;
                        /** @description Reason of the first check that is not met. */
                        reason?: string;
                        /** @description The checks in their order, up to the one that ends the operation. */
                        steps: {
                            /** @description Groups of the account that allow it. */
                            by?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description What is looked at: the project, the tracker, …, or a reason of refusals. */
                            check: string;
                            /** @description Field that it is about. */
                            field_id?: number;
                            /** @description Groups that could do it; for administrators of the project, who see their members. */
                            groups?: {
                                /** @description Id of the user group. */
                                id: string;
                                /** @description Name as people read it. */
                                label: string;
                            }[];
                            /** @description Short name of the field. */
                            name?: string;
                            /** @description Whether it is met. */
                            ok: boolean;
                            /** @description Why not, as `error.details.reason` of the refusal. */
                            reason?: string;
                            /** @description Step of the workflow. */
                            transition?: {
                                /** @description Value before. */
                                from_id: number | null;
                                /** @description Value after. */
                                to_id: number | null;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerGeneral: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the tracker is called and how it behaves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Artifacts can be copied.
                         * @default true
                         */
                        allow_copy: boolean;
                        /**
                         * @description Shown above lists of artifacts.
                         * @default
                         */
                        browse_instructions: string;
                        /**
                         * @description Colour of the palette.
                         * @default inca-silver
                         * @enum {unknown}
                         */
                        color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                        /**
                         * @description What the tracker is for.
                         * @default
                         */
                        description: string;
                        /**
                         * @description Artifacts can be created by mail.
                         * @default false
                         */
                        enable_email_gateway: boolean;
                        /**
                         * @description Artifacts can be moved to and from other trackers.
                         * @default true
                         */
                        enable_move_artifacts: boolean;
                        /**
                         * @description Copied with the project when that is a template.
                         * @default false
                         */
                        instantiate_for_new_projects: boolean;
                        /**
                         * @description Offered in the menu of new things.
                         * @default false
                         */
                        is_displayed_in_new_dropdown: boolean;
                        /** @description Short name of its artifacts: the keyword of references to them. */
                        item_name: string;
                        /**
                         * @description Changes of the priority are kept in the history.
                         * @default false
                         */
                        log_priority_changes: boolean;
                        /** @description Name of the tracker. */
                        name: string;
                        /**
                         * @description Shown above the form of a new artifact.
                         * @default
                         */
                        submit_instructions: string;
                        /**
                         * @description Comments can be restricted to groups.
                         * @default true
                         */
                        use_private_comments: boolean;
                    };
                    "application/xml": {
                        /**
                         * @description Artifacts can be copied.
                         * @default true
                         */
                        allow_copy: boolean;
                        /**
                         * @description Shown above lists of artifacts.
                         * @default
                         */
                        browse_instructions: string;
                        /**
                         * @description Colour of the palette.
                         * @default inca-silver
                         * @enum {unknown}
                         */
                        color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                        /**
                         * @description What the tracker is for.
                         * @default
                         */
                        description: string;
                        /**
                         * @description Artifacts can be created by mail.
                         * @default false
                         */
                        enable_email_gateway: boolean;
                        /**
                         * @description Artifacts can be moved to and from other trackers.
                         * @default true
                         */
                        enable_move_artifacts: boolean;
                        /**
                         * @description Copied with the project when that is a template.
                         * @default false
                         */
                        instantiate_for_new_projects: boolean;
                        /**
                         * @description Offered in the menu of new things.
                         * @default false
                         */
                        is_displayed_in_new_dropdown: boolean;
                        /** @description Short name of its artifacts: the keyword of references to them. */
                        item_name: string;
                        /**
                         * @description Changes of the priority are kept in the history.
                         * @default false
                         */
                        log_priority_changes: boolean;
                        /** @description Name of the tracker. */
                        name: string;
                        /**
                         * @description Shown above the form of a new artifact.
                         * @default
                         */
                        submit_instructions: string;
                        /**
                         * @description Comments can be restricted to groups.
                         * @default true
                         */
                        use_private_comments: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerGeneral: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `general`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Artifacts can be copied.
                     * @default true
                     */
                    allow_copy?: boolean;
                    /**
                     * @description Shown above lists of artifacts.
                     * @default
                     */
                    browse_instructions?: string;
                    /**
                     * @description Colour of the palette.
                     * @default inca-silver
                     * @enum {unknown}
                     */
                    color?: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                    /**
                     * @description What the tracker is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description Artifacts can be created by mail.
                     * @default false
                     */
                    enable_email_gateway?: boolean;
                    /**
                     * @description Artifacts can be moved to and from other trackers.
                     * @default true
                     */
                    enable_move_artifacts?: boolean;
                    /**
                     * @description Copied with the project when that is a template.
                     * @default false
                     */
                    instantiate_for_new_projects?: boolean;
                    /**
                     * @description Offered in the menu of new things.
                     * @default false
                     */
                    is_displayed_in_new_dropdown?: boolean;
                    /** @description Short name of its artifacts: the keyword of references to them. */
                    item_name: string;
                    /**
                     * @description Changes of the priority are kept in the history.
                     * @default false
                     */
                    log_priority_changes?: boolean;
                    /** @description Name of the tracker. */
                    name: string;
                    /**
                     * @description Shown above the form of a new artifact.
                     * @default
                     */
                    submit_instructions?: string;
                    /**
                     * @description Comments can be restricted to groups.
                     * @default true
                     */
                    use_private_comments?: boolean;
                };
                "application/xml": {
                    /**
                     * @description Artifacts can be copied.
                     * @default true
                     */
                    allow_copy?: boolean;
                    /**
                     * @description Shown above lists of artifacts.
                     * @default
                     */
                    browse_instructions?: string;
                    /**
                     * @description Colour of the palette.
                     * @default inca-silver
                     * @enum {unknown}
                     */
                    color?: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                    /**
                     * @description What the tracker is for.
                     * @default
                     */
                    description?: string;
                    /**
                     * @description Artifacts can be created by mail.
                     * @default false
                     */
                    enable_email_gateway?: boolean;
                    /**
                     * @description Artifacts can be moved to and from other trackers.
                     * @default true
                     */
                    enable_move_artifacts?: boolean;
                    /**
                     * @description Copied with the project when that is a template.
                     * @default false
                     */
                    instantiate_for_new_projects?: boolean;
                    /**
                     * @description Offered in the menu of new things.
                     * @default false
                     */
                    is_displayed_in_new_dropdown?: boolean;
                    /** @description Short name of its artifacts: the keyword of references to them. */
                    item_name: string;
                    /**
                     * @description Changes of the priority are kept in the history.
                     * @default false
                     */
                    log_priority_changes?: boolean;
                    /** @description Name of the tracker. */
                    name: string;
                    /**
                     * @description Shown above the form of a new artifact.
                     * @default
                     */
                    submit_instructions?: string;
                    /**
                     * @description Comments can be restricted to groups.
                     * @default true
                     */
                    use_private_comments?: boolean;
                };
            };
        };
        responses: {
            /** @description What the tracker is called and how it behaves. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Artifacts can be copied.
                         * @default true
                         */
                        allow_copy: boolean;
                        /**
                         * @description Shown above lists of artifacts.
                         * @default
                         */
                        browse_instructions: string;
                        /**
                         * @description Colour of the palette.
                         * @default inca-silver
                         * @enum {unknown}
                         */
                        color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                        /**
                         * @description What the tracker is for.
                         * @default
                         */
                        description: string;
                        /**
                         * @description Artifacts can be created by mail.
                         * @default false
                         */
                        enable_email_gateway: boolean;
                        /**
                         * @description Artifacts can be moved to and from other trackers.
                         * @default true
                         */
                        enable_move_artifacts: boolean;
                        /**
                         * @description Copied with the project when that is a template.
                         * @default false
                         */
                        instantiate_for_new_projects: boolean;
                        /**
                         * @description Offered in the menu of new things.
                         * @default false
                         */
                        is_displayed_in_new_dropdown: boolean;
                        /** @description Short name of its artifacts: the keyword of references to them. */
                        item_name: string;
                        /**
                         * @description Changes of the priority are kept in the history.
                         * @default false
                         */
                        log_priority_changes: boolean;
                        /** @description Name of the tracker. */
                        name: string;
                        /**
                         * @description Shown above the form of a new artifact.
                         * @default
                         */
                        submit_instructions: string;
                        /**
                         * @description Comments can be restricted to groups.
                         * @default true
                         */
                        use_private_comments: boolean;
                    };
                    "application/xml": {
                        /**
                         * @description Artifacts can be copied.
                         * @default true
                         */
                        allow_copy: boolean;
                        /**
                         * @description Shown above lists of artifacts.
                         * @default
                         */
                        browse_instructions: string;
                        /**
                         * @description Colour of the palette.
                         * @default inca-silver
                         * @enum {unknown}
                         */
                        color: "inca-silver" | "chrome-silver" | "firemist-silver" | "red-wine" | "fiesta-red" | "coral-pink" | "teddy-brown" | "clockwork-orange" | "graffiti-yellow" | "army-green" | "neon-green" | "acid-green" | "sherwood-green" | "ocean-turquoise" | "surf-green" | "deep-blue" | "lake-placid-blue" | "daphne-blue" | "plum-crazy" | "ultra-violet" | "lilac-purple" | "panther-pink" | "peggy-pink" | "flamingo-pink";
                        /**
                         * @description What the tracker is for.
                         * @default
                         */
                        description: string;
                        /**
                         * @description Artifacts can be created by mail.
                         * @default false
                         */
                        enable_email_gateway: boolean;
                        /**
                         * @description Artifacts can be moved to and from other trackers.
                         * @default true
                         */
                        enable_move_artifacts: boolean;
                        /**
                         * @description Copied with the project when that is a template.
                         * @default false
                         */
                        instantiate_for_new_projects: boolean;
                        /**
                         * @description Offered in the menu of new things.
                         * @default false
                         */
                        is_displayed_in_new_dropdown: boolean;
                        /** @description Short name of its artifacts: the keyword of references to them. */
                        item_name: string;
                        /**
                         * @description Changes of the priority are kept in the history.
                         * @default false
                         */
                        log_priority_changes: boolean;
                        /** @description Name of the tracker. */
                        name: string;
                        /**
                         * @description Shown above the form of a new artifact.
                         * @default
                         */
                        submit_instructions: string;
                        /**
                         * @description Comments can be restricted to groups.
                         * @default true
                         */
                        use_private_comments: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerHierarchy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the tracker stands in the hierarchy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The parent of the tracker; null = none. */
                        parent: string | null;
                    };
                    "application/xml": {
                        /** @description The parent of the tracker; null = none. */
                        parent: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerHierarchy: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `hierarchy`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The parent of the tracker; null = none. */
                    parent: string | null;
                };
                "application/xml": {
                    /** @description The parent of the tracker; null = none. */
                    parent: string | null;
                };
            };
        };
        responses: {
            /** @description Where the tracker stands in the hierarchy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The parent of the tracker; null = none. */
                        parent: string | null;
                    };
                    "application/xml": {
                        /** @description The parent of the tracker; null = none. */
                        parent: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listNotificationRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Addresses; one of no account is told what everybody may see. */
                        emails: string[];
                        /**
                         * @description false: of new artifacts only.
                         * @default true
                         */
                        is_for_updates: boolean;
                        /** @description Groups of the project. */
                        user_groups: {
                            /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                            id: string;
                            /** @description Key of the name; of a static group the name itself. */
                            key: string;
                            /** @description Name as people read it. */
                            label: string;
                            /** @description Short name. */
                            short_name: string;
                            /** @description Resource of the group. */
                            uri: string;
                            /** @description Its members. */
                            users_uri: string;
                        }[];
                        /** @description Accounts. */
                        users: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                    }[];
                    "application/xml": {
                        /** @description Addresses; one of no account is told what everybody may see. */
                        emails: string[];
                        /**
                         * @description false: of new artifacts only.
                         * @default true
                         */
                        is_for_updates: boolean;
                        /** @description Groups of the project. */
                        user_groups: {
                            /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                            id: string;
                            /** @description Key of the name; of a static group the name itself. */
                            key: string;
                            /** @description Name as people read it. */
                            label: string;
                            /** @description Short name. */
                            short_name: string;
                            /** @description Resource of the group. */
                            uri: string;
                            /** @description Its members. */
                            users_uri: string;
                        }[];
                        /** @description Accounts. */
                        users: {
                            /** @description Absolute address of the picture (PNG), readable without login. */
                            avatar_url: string;
                            /** @description Name as the reader wants to see names; by default "Real name (login)". */
                            display_name: string;
                            /** @description Whether the picture is their own, not the default one. */
                            has_avatar: boolean;
                            /** @description Null for an anonymous author. */
                            id: number | null;
                            /** @description Whether there is no account behind it. */
                            is_anonymous: boolean;
                            /** @description Null for an anonymous author. */
                            ldap_id: string | null;
                            /** @description Null for an anonymous author. */
                            real_name: string | null;
                            /** @description Null for an anonymous author. */
                            uri: string | null;
                            /** @description Null for an anonymous author. */
                            user_url: string | null;
                            /** @description Null for an anonymous author. */
                            username: string | null;
                        }[];
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceNotificationRecipients: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `recipients`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses; one of no account is told what everybody may see. */
                    emails?: string[];
                    /**
                     * @description false: of new artifacts only.
                     * @default true
                     */
                    is_for_updates?: boolean;
                    /** @description Groups of the project. */
                    user_group_ids?: string[];
                    /** @description Accounts. */
                    user_ids?: number[];
                }[];
                "application/xml": {
                    /** @description Addresses; one of no account is told what everybody may see. */
                    emails?: string[];
                    /**
                     * @description false: of new artifacts only.
                     * @default true
                     */
                    is_for_updates?: boolean;
                    /** @description Groups of the project. */
                    user_group_ids?: string[];
                    /** @description Accounts. */
                    user_ids?: number[];
                }[];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is told by mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Which changes are told by mail.
                         * @default all
                         * @enum {unknown}
                         */
                        level: "all" | "none" | "status_change";
                        /**
                         * @description A calendar event goes with them; needs a title and a timeframe.
                         * @default false
                         */
                        should_send_event: boolean;
                    };
                    "application/xml": {
                        /**
                         * @description Which changes are told by mail.
                         * @default all
                         * @enum {unknown}
                         */
                        level: "all" | "none" | "status_change";
                        /**
                         * @description A calendar event goes with them; needs a title and a timeframe.
                         * @default false
                         */
                        should_send_event: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `notifications`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which changes are told by mail.
                     * @default all
                     * @enum {unknown}
                     */
                    level?: "all" | "none" | "status_change";
                    /**
                     * @description A calendar event goes with them; needs a title and a timeframe.
                     * @default false
                     */
                    should_send_event?: boolean;
                };
                "application/xml": {
                    /**
                     * @description Which changes are told by mail.
                     * @default all
                     * @enum {unknown}
                     */
                    level?: "all" | "none" | "status_change";
                    /**
                     * @description A calendar event goes with them; needs a title and a timeframe.
                     * @default false
                     */
                    should_send_event?: boolean;
                };
            };
        };
        responses: {
            /** @description What is told by mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Which changes are told by mail.
                         * @default all
                         * @enum {unknown}
                         */
                        level: "all" | "none" | "status_change";
                        /**
                         * @description A calendar event goes with them; needs a title and a timeframe.
                         * @default false
                         */
                        should_send_event: boolean;
                    };
                    "application/xml": {
                        /**
                         * @description Which changes are told by mail.
                         * @default all
                         * @enum {unknown}
                         */
                        level: "all" | "none" | "status_change";
                        /**
                         * @description A calendar event goes with them; needs a title and a timeframe.
                         * @default false
                         */
                        should_send_event: boolean;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listParentArtifacts: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null where it has none, or a hidden one. */
                        full_status: {
                            /** @description Null: none. */
                            color: string | null;
                            /** @description Label of its status. */
                            value: string;
                        } | null;
                        /** @description Address of its page. */
                        html_url: string;
                        /** @description Id of the artifact. */
                        id: number;
                        /** @description Title; "" where it has none, or a hidden one. */
                        title: string;
                        tracker: components["schemas"]["MinimalTracker"];
                        /** @description Address of the artifact below `/api`. */
                        uri: string;
                        /** @description How texts refer to it. */
                        xref: string;
                    }[];
                    "application/xml": {
                        /** @description Null where it has none, or a hidden one. */
                        full_status: {
                            /** @description Null: none. */
                            color: string | null;
                            /** @description Label of its status. */
                            value: string;
                        } | null;
                        /** @description Address of its page. */
                        html_url: string;
                        /** @description Id of the artifact. */
                        id: number;
                        /** @description Title; "" where it has none, or a hidden one. */
                        title: string;
                        tracker: components["schemas"]["MinimalTracker"];
                        /** @description Address of the artifact below `/api`. */
                        uri: string;
                        /** @description How texts refer to it. */
                        xref: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rights on the tracker, by short names of groups. One that is left out is granted to nobody. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Administer the tracker.
                         * @default []
                         */
                        admin: string[];
                        /**
                         * @description See artifacts that are assigned to their people.
                         * @default []
                         */
                        assignee: string[];
                        /**
                         * @description See all artifacts.
                         * @default []
                         */
                        full: string[];
                        /**
                         * @description See artifacts that their people submitted.
                         * @default []
                         */
                        submitter: string[];
                        /**
                         * @description See what they submitted themselves.
                         * @default []
                         */
                        submitter_only: string[];
                    };
                    "application/xml": {
                        /**
                         * @description Administer the tracker.
                         * @default []
                         */
                        admin: string[];
                        /**
                         * @description See artifacts that are assigned to their people.
                         * @default []
                         */
                        assignee: string[];
                        /**
                         * @description See all artifacts.
                         * @default []
                         */
                        full: string[];
                        /**
                         * @description See artifacts that their people submitted.
                         * @default []
                         */
                        submitter: string[];
                        /**
                         * @description See what they submitted themselves.
                         * @default []
                         */
                        submitter_only: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `permissions`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Administer the tracker.
                     * @default []
                     */
                    admin?: string[];
                    /**
                     * @description See artifacts that are assigned to their people.
                     * @default []
                     */
                    assignee?: string[];
                    /**
                     * @description See all artifacts.
                     * @default []
                     */
                    full?: string[];
                    /**
                     * @description See artifacts that their people submitted.
                     * @default []
                     */
                    submitter?: string[];
                    /**
                     * @description See what they submitted themselves.
                     * @default []
                     */
                    submitter_only?: string[];
                };
                "application/xml": {
                    /**
                     * @description Administer the tracker.
                     * @default []
                     */
                    admin?: string[];
                    /**
                     * @description See artifacts that are assigned to their people.
                     * @default []
                     */
                    assignee?: string[];
                    /**
                     * @description See all artifacts.
                     * @default []
                     */
                    full?: string[];
                    /**
                     * @description See artifacts that their people submitted.
                     * @default []
                     */
                    submitter?: string[];
                    /**
                     * @description See what they submitted themselves.
                     * @default []
                     */
                    submitter_only?: string[];
                };
            };
        };
        responses: {
            /** @description Rights on the tracker, by short names of groups. One that is left out is granted to nobody. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Administer the tracker.
                         * @default []
                         */
                        admin: string[];
                        /**
                         * @description See artifacts that are assigned to their people.
                         * @default []
                         */
                        assignee: string[];
                        /**
                         * @description See all artifacts.
                         * @default []
                         */
                        full: string[];
                        /**
                         * @description See artifacts that their people submitted.
                         * @default []
                         */
                        submitter: string[];
                        /**
                         * @description See what they submitted themselves.
                         * @default []
                         */
                        submitter_only: string[];
                    };
                    "application/xml": {
                        /**
                         * @description Administer the tracker.
                         * @default []
                         */
                        admin: string[];
                        /**
                         * @description See artifacts that are assigned to their people.
                         * @default []
                         */
                        assignee: string[];
                        /**
                         * @description See all artifacts.
                         * @default []
                         */
                        full: string[];
                        /**
                         * @description See artifacts that their people submitted.
                         * @default []
                         */
                        submitter: string[];
                        /**
                         * @description See what they submitted themselves.
                         * @default []
                         */
                        submitter_only: string[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules that every artifact obeys, with and without workflow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerRules"];
                    "application/xml": components["schemas"]["TrackerRules"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrackerRules"];
                "application/xml": components["schemas"]["NewTrackerRules"];
            };
        };
        responses: {
            /** @description Rules that every artifact obeys, with and without workflow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerRules"];
                    "application/xml": components["schemas"]["TrackerRules"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerSemantics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What fields mean for the tracker; one that is left out is not set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What cards show. */
                        card_fields?: {
                            /** @description null = none. */
                            background_color: string | null;
                            /**
                             * @description Fields on a card.
                             * @default []
                             */
                            fields: string[];
                        };
                        /** @description Field with the people in charge. */
                        contributor?: string;
                        /** @description Field with the description. */
                        description?: string;
                        /** @description What is done. */
                        done?: {
                            /**
                             * @description Values that mean done.
                             * @default []
                             */
                            closed_values: string[];
                        };
                        /** @description Field with the effort that was estimated first. */
                        initial_effort?: string;
                        /** @description Both efforts, or `link_type` alone. */
                        progress?: {
                            /** @description Type of links to what is counted. */
                            link_type?: string;
                            /** @description Field with what remains. */
                            remaining_effort?: string;
                            /** @description Field with all the effort. */
                            total_effort?: string;
                        };
                        /** @description Which artifacts are open. */
                        status?: {
                            /** @description Field that tells open from closed. */
                            field: string;
                            /**
                             * @description Values that mean open.
                             * @default []
                             */
                            open_values: string[];
                        };
                        /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                        timeframe?: {
                            /** @description Field with the number of days. */
                            duration?: string;
                            /** @description Field with the last day. */
                            end_date?: string;
                            /** @description Tracker whose timeframe counts. */
                            implied_from?: string;
                            /** @description Field with the first day. */
                            start_date?: string;
                        };
                        /** @description Field with the title. */
                        title?: string;
                        /** @description Fields shown where an artifact is pointed at. */
                        tooltip?: string[];
                        /** @description Field with the velocity. */
                        velocity?: string;
                    };
                    "application/xml": {
                        /** @description What cards show. */
                        card_fields?: {
                            /** @description null = none. */
                            background_color: string | null;
                            /**
                             * @description Fields on a card.
                             * @default []
                             */
                            fields: string[];
                        };
                        /** @description Field with the people in charge. */
                        contributor?: string;
                        /** @description Field with the description. */
                        description?: string;
                        /** @description What is done. */
                        done?: {
                            /**
                             * @description Values that mean done.
                             * @default []
                             */
                            closed_values: string[];
                        };
                        /** @description Field with the effort that was estimated first. */
                        initial_effort?: string;
                        /** @description Both efforts, or `link_type` alone. */
                        progress?: {
                            /** @description Type of links to what is counted. */
                            link_type?: string;
                            /** @description Field with what remains. */
                            remaining_effort?: string;
                            /** @description Field with all the effort. */
                            total_effort?: string;
                        };
                        /** @description Which artifacts are open. */
                        status?: {
                            /** @description Field that tells open from closed. */
                            field: string;
                            /**
                             * @description Values that mean open.
                             * @default []
                             */
                            open_values: string[];
                        };
                        /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                        timeframe?: {
                            /** @description Field with the number of days. */
                            duration?: string;
                            /** @description Field with the last day. */
                            end_date?: string;
                            /** @description Tracker whose timeframe counts. */
                            implied_from?: string;
                            /** @description Field with the first day. */
                            start_date?: string;
                        };
                        /** @description Field with the title. */
                        title?: string;
                        /** @description Fields shown where an artifact is pointed at. */
                        tooltip?: string[];
                        /** @description Field with the velocity. */
                        velocity?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerSemantics: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `semantics`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description What cards show. */
                    card_fields?: {
                        /** @description null = none. */
                        background_color: string | null;
                        /**
                         * @description Fields on a card.
                         * @default []
                         */
                        fields?: string[];
                    };
                    /** @description Field with the people in charge. */
                    contributor?: string;
                    /** @description Field with the description. */
                    description?: string;
                    /** @description What is done. */
                    done?: {
                        /**
                         * @description Values that mean done.
                         * @default []
                         */
                        closed_values?: string[];
                    };
                    /** @description Field with the effort that was estimated first. */
                    initial_effort?: string;
                    /** @description Both efforts, or `link_type` alone. */
                    progress?: {
                        /** @description Type of links to what is counted. */
                        link_type?: string;
                        /** @description Field with what remains. */
                        remaining_effort?: string;
                        /** @description Field with all the effort. */
                        total_effort?: string;
                    };
                    /** @description Which artifacts are open. */
                    status?: {
                        /** @description Field that tells open from closed. */
                        field: string;
                        /**
                         * @description Values that mean open.
                         * @default []
                         */
                        open_values?: string[];
                    };
                    /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                    timeframe?: {
                        /** @description Field with the number of days. */
                        duration?: string;
                        /** @description Field with the last day. */
                        end_date?: string;
                        /** @description Tracker whose timeframe counts. */
                        implied_from?: string;
                        /** @description Field with the first day. */
                        start_date?: string;
                    };
                    /** @description Field with the title. */
                    title?: string;
                    /** @description Fields shown where an artifact is pointed at. */
                    tooltip?: string[];
                    /** @description Field with the velocity. */
                    velocity?: string;
                };
                "application/xml": {
                    /** @description What cards show. */
                    card_fields?: {
                        /** @description null = none. */
                        background_color: string | null;
                        /**
                         * @description Fields on a card.
                         * @default []
                         */
                        fields?: string[];
                    };
                    /** @description Field with the people in charge. */
                    contributor?: string;
                    /** @description Field with the description. */
                    description?: string;
                    /** @description What is done. */
                    done?: {
                        /**
                         * @description Values that mean done.
                         * @default []
                         */
                        closed_values?: string[];
                    };
                    /** @description Field with the effort that was estimated first. */
                    initial_effort?: string;
                    /** @description Both efforts, or `link_type` alone. */
                    progress?: {
                        /** @description Type of links to what is counted. */
                        link_type?: string;
                        /** @description Field with what remains. */
                        remaining_effort?: string;
                        /** @description Field with all the effort. */
                        total_effort?: string;
                    };
                    /** @description Which artifacts are open. */
                    status?: {
                        /** @description Field that tells open from closed. */
                        field: string;
                        /**
                         * @description Values that mean open.
                         * @default []
                         */
                        open_values?: string[];
                    };
                    /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                    timeframe?: {
                        /** @description Field with the number of days. */
                        duration?: string;
                        /** @description Field with the last day. */
                        end_date?: string;
                        /** @description Tracker whose timeframe counts. */
                        implied_from?: string;
                        /** @description Field with the first day. */
                        start_date?: string;
                    };
                    /** @description Field with the title. */
                    title?: string;
                    /** @description Fields shown where an artifact is pointed at. */
                    tooltip?: string[];
                    /** @description Field with the velocity. */
                    velocity?: string;
                };
            };
        };
        responses: {
            /** @description What fields mean for the tracker; one that is left out is not set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What cards show. */
                        card_fields?: {
                            /** @description null = none. */
                            background_color: string | null;
                            /**
                             * @description Fields on a card.
                             * @default []
                             */
                            fields: string[];
                        };
                        /** @description Field with the people in charge. */
                        contributor?: string;
                        /** @description Field with the description. */
                        description?: string;
                        /** @description What is done. */
                        done?: {
                            /**
                             * @description Values that mean done.
                             * @default []
                             */
                            closed_values: string[];
                        };
                        /** @description Field with the effort that was estimated first. */
                        initial_effort?: string;
                        /** @description Both efforts, or `link_type` alone. */
                        progress?: {
                            /** @description Type of links to what is counted. */
                            link_type?: string;
                            /** @description Field with what remains. */
                            remaining_effort?: string;
                            /** @description Field with all the effort. */
                            total_effort?: string;
                        };
                        /** @description Which artifacts are open. */
                        status?: {
                            /** @description Field that tells open from closed. */
                            field: string;
                            /**
                             * @description Values that mean open.
                             * @default []
                             */
                            open_values: string[];
                        };
                        /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                        timeframe?: {
                            /** @description Field with the number of days. */
                            duration?: string;
                            /** @description Field with the last day. */
                            end_date?: string;
                            /** @description Tracker whose timeframe counts. */
                            implied_from?: string;
                            /** @description Field with the first day. */
                            start_date?: string;
                        };
                        /** @description Field with the title. */
                        title?: string;
                        /** @description Fields shown where an artifact is pointed at. */
                        tooltip?: string[];
                        /** @description Field with the velocity. */
                        velocity?: string;
                    };
                    "application/xml": {
                        /** @description What cards show. */
                        card_fields?: {
                            /** @description null = none. */
                            background_color: string | null;
                            /**
                             * @description Fields on a card.
                             * @default []
                             */
                            fields: string[];
                        };
                        /** @description Field with the people in charge. */
                        contributor?: string;
                        /** @description Field with the description. */
                        description?: string;
                        /** @description What is done. */
                        done?: {
                            /**
                             * @description Values that mean done.
                             * @default []
                             */
                            closed_values: string[];
                        };
                        /** @description Field with the effort that was estimated first. */
                        initial_effort?: string;
                        /** @description Both efforts, or `link_type` alone. */
                        progress?: {
                            /** @description Type of links to what is counted. */
                            link_type?: string;
                            /** @description Field with what remains. */
                            remaining_effort?: string;
                            /** @description Field with all the effort. */
                            total_effort?: string;
                        };
                        /** @description Which artifacts are open. */
                        status?: {
                            /** @description Field that tells open from closed. */
                            field: string;
                            /**
                             * @description Values that mean open.
                             * @default []
                             */
                            open_values: string[];
                        };
                        /** @description `start_date` with `end_date` or `duration`, or `implied_from` alone. */
                        timeframe?: {
                            /** @description Field with the number of days. */
                            duration?: string;
                            /** @description Field with the last day. */
                            end_date?: string;
                            /** @description Tracker whose timeframe counts. */
                            implied_from?: string;
                            /** @description Field with the first day. */
                            start_date?: string;
                        };
                        /** @description Field with the title. */
                        title?: string;
                        /** @description Fields shown where an artifact is pointed at. */
                        tooltip?: string[];
                        /** @description Field with the velocity. */
                        velocity?: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the caller is told by mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                         * @enum {unknown}
                         */
                        level: "all" | "involved" | "none";
                    };
                    "application/xml": {
                        /**
                         * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                         * @enum {unknown}
                         */
                        level: "all" | "involved" | "none";
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setTrackerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                     * @enum {unknown}
                     */
                    level: "all" | "involved" | "none";
                };
                "application/xml": {
                    /**
                     * @description all: every change; involved: where the caller takes part (the default); none: nothing.
                     * @enum {unknown}
                     */
                    level: "all" | "involved" | "none";
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTrackerReports: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default one first, then by name. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"][];
                    "application/xml": components["schemas"]["Report"][];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listTransitions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All steps; empty without a workflow in use, and for requesters who may not read its field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Value that the step starts from; null for a new artifact. */
                        from_id: number | null;
                        /** @description Groups that may take the step. */
                        groups: string[];
                        /** @description The step needs a comment. */
                        is_comment_required: boolean;
                        /** @description The requester is in a group that may take the step. */
                        is_open_to_me: boolean;
                        /** @description Fields that must have a value after the step. */
                        not_empty_field_ids: number[];
                        /** @description Value that the step leads to. */
                        to_id: number;
                    }[];
                    "application/xml": {
                        /** @description Value that the step starts from; null for a new artifact. */
                        from_id: number | null;
                        /** @description Groups that may take the step. */
                        groups: string[];
                        /** @description The step needs a comment. */
                        is_comment_required: boolean;
                        /** @description The requester is in a group that may take the step. */
                        is_open_to_me: boolean;
                        /** @description Fields that must have a value after the step. */
                        not_empty_field_ids: number[];
                        /** @description Value that the step leads to. */
                        to_id: number;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What artifacts of a tracker get because of their children or parents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerTriggers"];
                    "application/xml": components["schemas"]["TrackerTriggers"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerTriggers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrackerTriggers"];
                "application/xml": components["schemas"]["NewTrackerTriggers"];
            };
        };
        responses: {
            /** @description What artifacts of a tracker get because of their children or parents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerTriggers"];
                    "application/xml": components["schemas"]["TrackerTriggers"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            412: components["responses"]["Error412"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How people work with a tracker. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackerUsage"];
                    "application/xml": components["schemas"]["TrackerUsage"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listUsedArtifactLinks: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By short name. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What it says at the artifact where the link starts. */
                        forward_label: string;
                        /** @description Short name of the type; "" = untyped. */
                        shortname: string;
                    }[];
                    "application/xml": {
                        /** @description What it says at the artifact where the link starts. */
                        forward_label: string;
                        /** @description Short name of the type; "" = untyped. */
                        shortname: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What happened. */
                        action: "create" | "update";
                        /** @description Id of the artifact. */
                        artifact_id: number;
                        /** @description Id of the changeset that it was told of. */
                        changeset_id: number;
                        /** @description How long it took, in milliseconds; null while it is not over. */
                        duration_ms: number | null;
                        /** @description Why there was no answer. */
                        error: string | null;
                        /** @description When it was called. */
                        sent_on: string;
                        /** @description Status of its answer; null = there was none. */
                        status: number | null;
                        /** @description Address that was called. */
                        url: string;
                    }[];
                    "application/xml": {
                        /** @description What happened. */
                        action: "create" | "update";
                        /** @description Id of the artifact. */
                        artifact_id: number;
                        /** @description Id of the changeset that it was told of. */
                        changeset_id: number;
                        /** @description How long it took, in milliseconds; null while it is not over. */
                        duration_ms: number | null;
                        /** @description Why there was no answer. */
                        error: string | null;
                        /** @description When it was called. */
                        sent_on: string;
                        /** @description Status of its answer; null = there was none. */
                        status: number | null;
                        /** @description Address that was called. */
                        url: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getTrackerWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses that are told of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                    "application/xml": string[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceTrackerWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tracker. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `webhooks`. */
        requestBody: {
            content: {
                "application/json": string[];
                "application/xml": string[];
            };
        };
        responses: {
            /** @description Addresses that are told of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                    "application/xml": string[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name, one of its own among those of the account. */
                    name: string;
                };
                "application/xml": {
                    /** @description Name, one of its own among those of the account. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description A personal page. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the dashboard. */
                        id: number;
                        /** @description Name, one of its own among those of the account. */
                        name: string;
                    };
                    "application/xml": {
                        /** @description Id of the dashboard. */
                        id: number;
                        /** @description Name, one of its own among those of the account. */
                        name: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    createUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Description. */
                    description?: string;
                    /** @description Project of the group. */
                    project_id: number;
                    /** @description Name: letters without accents, digits, underscores and hyphens. */
                    short_name: string;
                };
                "application/xml": {
                    /** @description Description. */
                    description?: string;
                    /** @description Project of the group. */
                    project_id: number;
                    /** @description Name: letters without accents, digits, underscores and hyphens. */
                    short_name: string;
                };
            };
        };
        responses: {
            /** @description A user group, with its project unless it belongs to the platform. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                    "application/xml": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getUserGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A user group, with its project unless it belongs to the platform. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                    "application/xml": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    changeUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description New description. */
                    description?: string;
                    /** @description New name: letters without accents, digits, underscores and hyphens. */
                    short_name?: string;
                };
                "application/xml": {
                    /** @description New description. */
                    description?: string;
                    /** @description New name: letters without accents, digits, underscores and hyphens. */
                    short_name?: string;
                };
            };
        };
        responses: {
            /** @description A user group, with its project unless it belongs to the platform. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                    "application/xml": {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    addUserGroupMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address; it must belong to one account only. */
                    email?: string;
                    /** @description Id of the account. */
                    id?: number;
                    /** @description Id in a directory. */
                    ldap_id?: string;
                    /** @description Login name. */
                    username?: string;
                };
                "application/xml": {
                    /** @description E-mail address; it must belong to one account only. */
                    email?: string;
                    /** @description Id of the account. */
                    id?: number;
                    /** @description Id in a directory. */
                    ldap_id?: string;
                    /** @description Login name. */
                    username?: string;
                };
            };
        };
        responses: {
            /** @description A user, as shown to those who are signed in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    };
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    removeUserGroupMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
                /** @description Id of the account. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listUserGroupMembers: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description {"identifier":"…"}: the member with that login or e-mail address. */
                query?: string;
            };
            header?: never;
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, by login. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    }[];
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    replaceUserGroupMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that the client makes: a call that repeats it gets the answer of the first one, with `Idempotent-Replayed`, and does nothing. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description `<id>` or `<project>_<id>`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `user_references`. */
        requestBody: {
            content: {
                "application/json": unknown[];
                "application/xml": unknown[];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    searchUsers: {
        parameters: {
            query: {
                /** @description Number of elements of the page; more than 50 is taken as 50. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description Words to find in login or real name, or one of {"username":"…"}, {"loginname":"…"}, {"shortname":"…"}, {"email":"…"} for an exact match. */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users found, by login. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ({
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    } | {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    })[];
                    "application/xml": ({
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    } | {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    })[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listMemberships: {
        parameters: {
            query: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description `with_ssh_key` */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accounts, by login. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the account belongs to. */
                        user_groups: string[];
                        /** @description Login name. */
                        username: string;
                    }[];
                    "application/xml": {
                        /** @description What the account belongs to. */
                        user_groups: string[];
                        /** @description Login name. */
                        username: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The full user; without e-mail and status when the caller is anonymous. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    } | {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    };
                    "application/xml": {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Null for an anonymous author without address. */
                        email: string | null;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        status: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    } | {
                        /** @description Absolute address of the picture (PNG), readable without login. */
                        avatar_url: string;
                        /** @description Name as the reader wants to see names; by default "Real name (login)". */
                        display_name: string;
                        /** @description Whether the picture is their own, not the default one. */
                        has_avatar: boolean;
                        /** @description Null for an anonymous author. */
                        id: number | null;
                        /** @description Whether there is no account behind it. */
                        is_anonymous: boolean;
                        /** @description Null for an anonymous author. */
                        ldap_id: string | null;
                        /** @description Null for an anonymous author. */
                        real_name: string | null;
                        /** @description Null for an anonymous author. */
                        uri: string | null;
                        /** @description Null for an anonymous author. */
                        user_url: string | null;
                        /** @description Null for an anonymous author. */
                        username: string | null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account. */
                id: number;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description E-mail address. */
                    email?: string;
                    /** @description Real name. */
                    real_name?: string;
                    /** @description A, R, S, D or P; other values are ignored. */
                    status?: string;
                    /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                    username?: string;
                    /** @description What to change; keys left out stay as they are. */
                    values?: {
                        /** @description E-mail address. */
                        email?: string;
                        /** @description Real name. */
                        real_name?: string;
                        /** @description A, R, S, D or P; other values are ignored. */
                        status?: string;
                        /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                        username?: string;
                    };
                };
                "application/xml": {
                    /** @description E-mail address. */
                    email?: string;
                    /** @description Real name. */
                    real_name?: string;
                    /** @description A, R, S, D or P; other values are ignored. */
                    status?: string;
                    /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                    username?: string;
                    /** @description What to change; keys left out stay as they are. */
                    values?: {
                        /** @description E-mail address. */
                        email?: string;
                        /** @description Real name. */
                        real_name?: string;
                        /** @description A, R, S, D or P; other values are ignored. */
                        status?: string;
                        /** @description Login name: 3 to 30 letters, digits, hyphens, underscores and dots. */
                        username?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Whether anything changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                    "application/xml": boolean;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAccessKeys: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, oldest first. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        creation_date: string;
                        /** @description What it is for. */
                        description: string;
                        /** @description Null: never. */
                        expiration_date: string | null;
                        /** @description Id of the key. */
                        id: number;
                        /** @description Null: never used. */
                        last_used_by: string | null;
                        /** @description Null: never used. */
                        last_used_on: string | null;
                        /** @description Projects that it is limited to; null: it opens all that its owner may see. */
                        projects: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        }[] | null;
                        /** @description What it is good for. */
                        scopes: {
                            /** @description One of `GET /access_key_scopes`. */
                            identifier: string;
                        }[];
                    }[];
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it was made.
                         */
                        creation_date: string;
                        /** @description What it is for. */
                        description: string;
                        /** @description Null: never. */
                        expiration_date: string | null;
                        /** @description Id of the key. */
                        id: number;
                        /** @description Null: never used. */
                        last_used_by: string | null;
                        /** @description Null: never used. */
                        last_used_on: string | null;
                        /** @description Projects that it is limited to; null: it opens all that its owner may see. */
                        projects: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        }[] | null;
                        /** @description What it is good for. */
                        scopes: {
                            /** @description One of `GET /access_key_scopes`. */
                            identifier: string;
                        }[];
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listOwnArtifacts: {
        parameters: {
            query: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
                /** @description JSON: `{"submitted_by":true}`, `{"assigned_to":true}`, or both in one object. */
                query: string;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Address of its page. */
                        html_url: string;
                        /** @description Id of the artifact. */
                        id: number;
                        /** @description Null where it has none, or a hidden one. */
                        title: string | null;
                        tracker: components["schemas"]["MinimalTracker"];
                        /** @description Address of the artifact below `/api`. */
                        uri: string;
                        /** @description How texts refer to it. */
                        xref: string;
                    }[];
                    "application/xml": {
                        /** @description Address of its page. */
                        html_url: string;
                        /** @description Id of the artifact. */
                        id: number;
                        /** @description Null where it has none, or a hidden one. */
                        title: string | null;
                        tracker: components["schemas"]["MinimalTracker"];
                        /** @description Address of the artifact below `/api`. */
                        uri: string;
                        /** @description How texts refer to it. */
                        xref: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listDashboards: {
        parameters: {
            query?: {
                /** @description Number of elements of the page. */
                limit?: number;
                /** @description Index of the first element, from 0. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By id. */
            200: {
                headers: {
                    "X-PAGINATION-LIMIT": components["headers"]["PaginationLimit"];
                    "X-PAGINATION-LIMIT-MAX": components["headers"]["PaginationLimitMax"];
                    "X-PAGINATION-OFFSET": components["headers"]["PaginationOffset"];
                    "X-PAGINATION-SIZE": components["headers"]["PaginationSize"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Id of the dashboard. */
                        id: number;
                        /** @description Name, one of its own among those of the account. */
                        name: string;
                    }[];
                    "application/xml": {
                        /** @description Id of the dashboard. */
                        id: number;
                        /** @description Name, one of its own among those of the account. */
                        name: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the account worked on lately. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        entries: {
                            /** @description What is to be seen at a glance: its status. */
                            badges: {
                                /** @description Null: none. */
                                color: string | null;
                                /** @description Words of the badge. */
                                label: string;
                            }[];
                            /** @description Colour of its tracker. */
                            color_name: string;
                            /** @description Address of its page. */
                            html_url: string;
                            /** @description Null: there is none. */
                            icon: string | null;
                            /** @description Name of a symbol. */
                            icon_name: string;
                            /** @description Id of the artifact. */
                            per_type_id: number;
                            /** @description A project in short. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            };
                            /** @description Further addresses. */
                            quick_links: unknown[];
                            /** @description Null: there is none. */
                            small_icon: string | null;
                            /** @description Title; "" where it has none, or a hidden one. */
                            title: string;
                            /** @description `artifact`. */
                            type: string;
                            /**
                             * Format: date-time
                             * @description When the account worked on it last.
                             */
                            visit_time: string;
                            /** @description Never null for artifacts. */
                            xref: string | null;
                        }[];
                    };
                    "application/xml": {
                        /** @description Newest first. */
                        entries: {
                            /** @description What is to be seen at a glance: its status. */
                            badges: {
                                /** @description Null: none. */
                                color: string | null;
                                /** @description Words of the badge. */
                                label: string;
                            }[];
                            /** @description Colour of its tracker. */
                            color_name: string;
                            /** @description Address of its page. */
                            html_url: string;
                            /** @description Null: there is none. */
                            icon: string | null;
                            /** @description Name of a symbol. */
                            icon_name: string;
                            /** @description Id of the artifact. */
                            per_type_id: number;
                            /** @description A project in short. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            };
                            /** @description Further addresses. */
                            quick_links: unknown[];
                            /** @description Null: there is none. */
                            small_icon: string | null;
                            /** @description Title; "" where it has none, or a hidden one. */
                            title: string;
                            /** @description `artifact`. */
                            type: string;
                            /**
                             * Format: date-time
                             * @description When the account worked on it last.
                             */
                            visit_time: string;
                            /** @description Never null for artifacts. */
                            xref: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    clearHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. The body may also stand under the key `history_entries`. */
        requestBody: {
            content: {
                "application/json": unknown[];
                "application/xml": unknown[];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getMembership: {
        parameters: {
            query?: {
                /** @description With `scope=project`: ids of the groups, or the groups themselves. */
                format?: "id" | "full";
                /** @description `project`: only what belongs to projects. */
                scope?: "project";
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the account belongs to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (string | {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    })[];
                    "application/xml": (string | {
                        /** @description `{"ldap": null}` for groups that could be bound to a directory group. */
                        additional_information: unknown[] | {
                            [key: string]: null;
                        };
                        /** @description `"<id>"`, or `"<project>_<id>"` for groups that each project has. */
                        id: string;
                        /** @description Key of the name; of a static group the name itself. */
                        key: string;
                        /** @description Name as people read it. */
                        label: string;
                        /** @description A project in short. */
                        project?: {
                            /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                            access: string;
                            /** @description Id of the project. */
                            id: number;
                            /** @description Whether everybody who sees it may make projects from it. */
                            is_template: boolean;
                            /** @description Name, after the icon when there is one. */
                            label: string;
                            /** @description Name. */
                            label_without_icon: string;
                            /** @description Short name, in lower case. */
                            shortname: string;
                            /** @description Null while it waits for its archive. */
                            status: string | null;
                            /** @description Resource of the project. */
                            uri: string;
                        };
                        /** @description Short name. */
                        short_name: string;
                        /** @description Resource of the group. */
                        uri: string;
                        /** @description Its members. */
                        users_uri: string;
                    })[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listAuthorizations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last one first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The application. */
                        app: {
                            /** @description How it calls itself in requests. */
                            client_id: string;
                            /** @description Id of the application. */
                            id: number;
                            /** @description Name of the application. */
                            name: string;
                            /** @description Null: the application belongs to the whole platform. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            } | null;
                        };
                        /**
                         * Format: date-time
                         * @description When the caller allowed it.
                         */
                        granted_on: string;
                        /** @description Null: never. */
                        last_used_on: string | null;
                        /** @description What the caller allows it. */
                        scopes: string[];
                    }[];
                    "application/xml": {
                        /** @description The application. */
                        app: {
                            /** @description How it calls itself in requests. */
                            client_id: string;
                            /** @description Id of the application. */
                            id: number;
                            /** @description Name of the application. */
                            name: string;
                            /** @description Null: the application belongs to the whole platform. */
                            project: {
                                /** @description Visibility: public, unrestricted, private or private-wo-restr. */
                                access: string;
                                /** @description Id of the project. */
                                id: number;
                                /** @description Whether everybody who sees it may make projects from it. */
                                is_template: boolean;
                                /** @description Name, after the icon when there is one. */
                                label: string;
                                /** @description Name. */
                                label_without_icon: string;
                                /** @description Short name, in lower case. */
                                shortname: string;
                                /** @description Null while it waits for its archive. */
                                status: string | null;
                                /** @description Resource of the project. */
                                uri: string;
                            } | null;
                        };
                        /**
                         * Format: date-time
                         * @description When the caller allowed it.
                         */
                        granted_on: string;
                        /** @description Null: never. */
                        last_used_on: string | null;
                        /** @description What the caller allows it. */
                        scopes: string[];
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    revokeAuthorization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the application. */
                app_id: number;
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getPreference: {
        parameters: {
            query: {
                /** @description Name of the preference. */
                key: string;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A preference of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Name of the preference. */
                        key: string;
                        /** @description The value, or false when there is none. */
                        value: string | false;
                    };
                    "application/xml": {
                        /** @description Name of the preference. */
                        key: string;
                        /** @description The value, or false when there is none. */
                        value: string | false;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deletePreference: {
        parameters: {
            query: {
                /** @description Name of the preference. */
                key: string;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    setPreference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        /** @description As JSON, or as XML below a root element `<request>`, each element of a list as `<item>`. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the preference. */
                    key: string;
                    /** @description Value of the preference. */
                    value: string;
                };
                "application/xml": {
                    /** @description Name of the preference. */
                    key: string;
                    /** @description Value of the preference. */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            406: components["responses"]["Error406"];
            413: components["responses"]["Error413"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Last used first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description When it began.
                         */
                        created_on: string;
                        /** @description Browser and system in words: "Firefox on Linux". */
                        device: string;
                        /**
                         * Format: date-time
                         * @description When it ends.
                         */
                        expires_on: string;
                        /** @description Id of the session. */
                        id: number;
                        /** @description Network address of the last use. */
                        ip_address: string;
                        /** @description Whether this very request came with it. */
                        is_current: boolean;
                        /**
                         * Format: date-time
                         * @description Last use, within an hour.
                         */
                        last_used_on: string;
                        /** @description What the browser says of itself, as it signed in. */
                        user_agent: string;
                    }[];
                    "application/xml": {
                        /**
                         * Format: date-time
                         * @description When it began.
                         */
                        created_on: string;
                        /** @description Browser and system in words: "Firefox on Linux". */
                        device: string;
                        /**
                         * Format: date-time
                         * @description When it ends.
                         */
                        expires_on: string;
                        /** @description Id of the session. */
                        id: number;
                        /** @description Network address of the last use. */
                        ip_address: string;
                        /** @description Whether this very request came with it. */
                        is_current: boolean;
                        /**
                         * Format: date-time
                         * @description Last use, within an hour.
                         */
                        last_used_on: string;
                        /** @description What the browser says of itself, as it signed in. */
                        user_agent: string;
                    }[];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    deleteSessions: {
        parameters: {
            query?: {
                /** @description Whether the session that this request came with ends, too. */
                include_current?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the account, or `self` for the caller. */
                id: number | "self";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getOwnDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletions of the caller in the last 24 hours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many artifacts an account may delete in 24 hours; 0: nobody deletes. */
                        limit: number;
                        /** @description Null: the caller may now, or nobody may. */
                        next_free_at: string | null;
                        /** @description How many the caller may still delete. */
                        remaining: number;
                        /** @description How many the caller has deleted. */
                        used: number;
                    };
                    "application/xml": {
                        /** @description How many artifacts an account may delete in 24 hours; 0: nobody deletes. */
                        limit: number;
                        /** @description Null: the caller may now, or nobody may. */
                        next_free_at: string | null;
                        /** @description How many the caller may still delete. */
                        remaining: number;
                        /** @description How many the caller has deleted. */
                        used: number;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What answers here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Name of the product. */
                        flavor_name: string;
                        /** @description Its version. */
                        version_number: string;
                    };
                    "application/xml": {
                        /** @description Name of the product. */
                        flavor_name: string;
                        /** @description Its version. */
                        version_number: string;
                    };
                };
            };
            400: components["responses"]["Error400"];
            403: components["responses"]["Error403"];
            406: components["responses"]["Error406"];
            429: components["responses"]["Error429"];
            503: components["responses"]["Error503"];
        };
    };
}
