internal import Feel
